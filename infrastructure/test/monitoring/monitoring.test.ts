import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environments } from '@omomi/backend/config';
import { queueName } from '@omomi/backend/contract';
import { Match } from 'aws-cdk-lib/assertions';
import type { SQSEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createSqsHandler } from '../../../backend/src/queues/sqs-handler.ts';
import { lambdaContext } from '../../../backend/test/harness/api/function-url-event.ts';
import { alarmsOf, inWords, valueOf } from './alarms.ts';
import { everySetting, resourcesOf, sharedTestApp, templateOf } from '../assembly.ts';

const app = sharedTestApp(everySetting);
const template = templateOf(app, 'Monitoring');
const compute = templateOf(app, 'Compute');
const alarms = alarmsOf(template);
const withoutBookmarks = templateOf(sharedTestApp({ alarm_email: 'owner@example.org' }), 'Monitoring');
const withoutEmail = templateOf(sharedTestApp(), 'Monitoring');
const runbook = join(import.meta.dirname, '../../../docs/operations.md');

const functionNames = Object.keys(environments).toSorted();
const idsOf = (type: string) => Object.keys(resourcesOf(compute, type));
const alarm = (name: string) => alarms.find((one) => one.name === name)!;

type Filter = {
  FilterPattern: string;
  LogGroupName: { Ref: string };
  MetricTransformations: { MetricName: string; MetricNamespace: string; MetricValue: string }[];
};
const filters = Object.values(resourcesOf(compute, 'AWS::Logs::MetricFilter')).map(
  ({ Properties: properties }) => properties as Filter,
);
const filtersOf = (metric: string) =>
  filters.filter(({ MetricTransformations: [first] }) => first?.MetricName === metric);
/** Returns the functions whose log lines a metric counts. */
const countedIn = (metric: string) =>
  filtersOf(metric).map(({ LogGroupName }) => LogGroupName.Ref.replace(/Log.+$/, '').toLowerCase());
const messagesOf = ({ FilterPattern: pattern }: Filter) =>
  [...pattern.matchAll(/\$\.message = "([^"]+)"/g)].map(([, text]) => text!);

describe('the alarms', () => {
  it('are at most ten with that of a rollout, which read the ten metrics that an account has for nothing', () => {
    const ofRollout = alarmsOf(compute);
    expect(ofRollout).toHaveLength(1);
    expect(alarms.length + ofRollout.length).toBeLessThanOrEqual(10);
    for (const all of [alarms, alarmsOf(withoutBookmarks)].map((each) => [...each, ...ofRollout]))
      expect(all.flatMap(({ metrics }) => Object.keys(metrics)).length).toBeLessThanOrEqual(10);
    expect(alarmsOf(withoutBookmarks).map(({ name }) => name)).toEqual(alarms.map(({ name }) => name));
  });

  it('are left out if nobody would be told, with their topic and the budget', () => {
    const left = Object.values(withoutEmail.toJSON()['Resources'] as Record<string, { Type: string }>);
    expect(left.map(({ Type }) => Type)).toEqual(['AWS::CloudWatch::Dashboard']);
  });

  it('notify the one topic and name a section of the runbook', () => {
    for (const { properties } of alarms) {
      expect(properties['AlarmActions']).toEqual([{ Ref: expect.stringMatching(/^Alarms/) }]);
      expect(properties['AlarmDescription']).toMatch(/^[A-Z].+\. See docs\/operations\.md#[a-z-]+$/);
    }
  });

  it('are those in the runbook’s table, and name existing sections of it', () => {
    const lines = readFileSync(runbook, 'utf8').split('\n');
    const cellsOf = (line: string) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
    const start = lines.findIndex((line) => cellsOf(line)[0] === 'alarm');
    const rows = lines.slice(start + 2, lines.indexOf('', start)).map(cellsOf);
    expect(rows).toEqual(alarms.map(inWords));

    const anchors = lines
      .filter((line) => line.startsWith('#'))
      .map((line) =>
        line
          .replace(/^#+ /, '')
          .toLowerCase()
          .replaceAll(' ', '-')
          .replaceAll(/[^a-z-]/g, ''),
      );
    for (const { section } of [...alarms, ...alarmsOf(compute)]) expect(anchors).toContain(section);
  });

  it('filter for log lines that the code writes', () => {
    const root = join(import.meta.dirname, '../../../backend/src');
    const code = globSync('**/*.ts', { cwd: root })
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .join('\n');
    expect(filters.length).toBeGreaterThan(0);
    for (const text of filters.flatMap(messagesOf))
      expect(code).toMatch(new RegExp(`log\\.(info|warn|error)\\('${text}'`));
  });

  it('use metrics of their own environment', () => {
    const own = alarms
      .flatMap(({ metrics }) => Object.values(metrics))
      .filter(({ namespace }) => !namespace.startsWith('AWS/'));
    expect(own.length).toBeGreaterThan(0);
    expect(new Set(own.map(({ namespace }) => namespace))).toEqual(new Set(['Omomi-test-Compute']));
    for (const { Properties: properties } of Object.values(resourcesOf(compute, 'AWS::Lambda::Function')))
      expect(properties).toMatchObject({
        Environment: { Variables: { POWERTOOLS_METRICS_NAMESPACE: 'Omomi-test-Compute' } },
      });
  });
});

describe('the alarm of failures', () => {
  const lines: Record<string, unknown>[] = [];
  const noted = (message: string, fields: Record<string, unknown>) => lines.push({ message, ...fields });
  const everyFunction = functionNames.filter((name) => name !== 'api');

  it('counts failed messages and what Lambda says of a crash, of every function but the API', () => {
    expect(countedIn('failures').toSorted()).toEqual(everyFunction);
    const usual =
      '($.message = "message failed") || (($.type = "platform.report") && ($.record.status != "success"))';
    const patterns = new Set(filtersOf('failures').map(({ FilterPattern: pattern }) => pattern));
    expect([...patterns]).toEqual([
      `{ ${usual} || (($.message = "request") && ($.status >= 500)) }`,
      `{ ${usual} }`,
    ]);
    for (const { Properties: properties } of Object.values(resourcesOf(compute, 'AWS::Lambda::Function')))
      expect(properties).toMatchObject({ LoggingConfig: { LogFormat: 'JSON' } });
    expect(Object.values(alarm('failures').metrics)).toMatchObject([{ name: 'failures' }]);
  });

  it('count the log line of a failed message', async () => {
    const handler = createSqsHandler({
      schema: z.object({ id: z.string() }),
      handle: () => Promise.reject(new Error('the table fails')),
      log: { info: noted, warn: noted, error: noted },
    });
    const record = { messageId: 'm', body: '{"id":"a"}', attributes: {}, eventSource: 'aws:sqs' };
    const event = { Records: [record] } as unknown as SQSEvent;
    const { batchItemFailures } = await handler(event, lambdaContext());
    expect(batchItemFailures).toHaveLength(1);
    expect(lines.filter(({ message }) => message === messagesOf(filtersOf('failures')[0]!)[0])).toHaveLength(
      1,
    );
  });
});

describe('the alarm of dead letters', () => {
  it('watches the dead letters of every queue, and the dashboard those of schedules too', () => {
    const watched = JSON.stringify(alarm('dead-letters').metrics);
    const queues = idsOf('AWS::SQS::Queue').filter((id) => id.includes('Dlq'));
    expect(queues).toHaveLength(queueName.options.length + 4);
    const ofWork = queues.filter((id) => id.includes('QueueDlq'));
    expect(ofWork).toHaveLength(queueName.options.length);
    expect(ofWork.filter((id) => !watched.includes(id))).toEqual([]);
    const shown = JSON.stringify(resourcesOf(withoutEmail, 'AWS::CloudWatch::Dashboard'));
    expect(queues.filter((id) => !shown.includes(id) && !/^Bookmarks|^Mails/.test(id))).toEqual([]);
  });

  it('is raised once for each new dead letter, not for as long as it is kept', () => {
    const counts = [undefined, undefined, 1, 1, 1, 2, 2, 0].map((count) => ({ m0: count }));
    const raised = counts.flatMap((_, index) => {
      const value = index === 0 ? 0 : valueOf(alarm('dead-letters'), counts.slice(index - 1, index + 1));
      return value >= alarm('dead-letters').threshold ? [index] : [];
    });
    expect(raised).toEqual([2, 5]);
    expect(alarm('dead-letters').properties).not.toHaveProperty('OKActions');
  });
});

describe('the other alarms', () => {
  it('are raised if Lambda drops a message of whichever function', () => {
    const { threshold, expression, properties } = alarm('dropped');
    expect({ threshold, expression }).toEqual({
      threshold: 1,
      expression: 'SELECT SUM(RecursiveInvocationsDropped) FROM SCHEMA("AWS/Lambda", FunctionName)',
    });
    expect(properties).toMatchObject({ Metrics: [{ ReturnData: true, Period: 300 }] });
  });

  it('are raised by late feeds, by articles that wait for the model, and if dispatch tells nothing', () => {
    const late = alarm('late-work');
    expect(late.properties).toMatchObject({ Statistic: 'Maximum', TreatMissingData: 'breaching' });
    expect(countedIn('late_work')).toEqual(['dispatch', 'dispatch']);
    const counted = filtersOf('late_work').map((filter) => [
      messagesOf(filter)[0],
      filter.MetricTransformations[0]?.MetricValue,
    ]);
    expect(counted).toEqual([
      ['dispatched', '$.late'],
      ['articles wait for the model', '$.readers'],
    ]);
    const others = alarms.filter(({ name }) => name !== 'late-work');
    expect(new Set(others.map(({ properties }) => properties['TreatMissingData']))).toEqual(
      new Set(['notBreaching']),
    );
  });

  it('are raised by what should never happen, in whichever function', () => {
    expect(countedIn('faults').toSorted()).toEqual(functionNames);
    for (const filter of filtersOf('faults'))
      expect(messagesOf(filter)).toEqual([
        'chain stopped',
        'unread count drifted',
        'rate limits are counted in memory, doubled: the table fails',
      ]);
  });

  it('are raised if the API fails or is slow, and if any function is throttled', () => {
    expect(Object.values(alarm('api-errors').metrics)).toMatchObject([{ name: 'Url5xxCount' }]);
    expect(alarm('api-slow').properties).toMatchObject({ ExtendedStatistic: 'p99', EvaluationPeriods: 3 });
    const [throttles] = Object.values(alarm('throttles').metrics);
    // Without dimensions it is that of all functions of the account.
    expect(throttles).toEqual({ name: 'Throttles', namespace: 'AWS/Lambda', dimensions: undefined });
  });
});

it('has AWS write to the address when the month costs more than its budget', () => {
  const budgetOf = (settings: Parameters<typeof sharedTestApp>[0]) =>
    Object.values(resourcesOf(templateOf(sharedTestApp(settings), 'Monitoring'), 'AWS::Budgets::Budget')).map(
      ({ Properties: properties }) => properties,
    );
  const [budget] = budgetOf({ alarm_email: 'owner@example.org', monthly_budget: 25 });
  expect(budget).toMatchObject({ Budget: { BudgetLimit: { Amount: 25, Unit: 'USD' }, TimeUnit: 'MONTHLY' } });
  expect(JSON.stringify(budget)).toContain('owner@example.org');
  expect(JSON.stringify(budget)).toMatch(/"ACTUAL".*"FORECASTED"/);
  expect(budgetOf({ alarm_email: 'owner@example.org' })).toMatchObject([
    { Budget: { BudgetLimit: { Amount: 10 } } },
  ]);
});

it('lets CloudWatch publish to the topic', () => {
  expect(() =>
    template.hasResourceProperties('AWS::SNS::TopicPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Effect: 'Allow',
            Principal: { Service: 'cloudwatch.amazonaws.com' },
            Action: 'sns:Publish',
            Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
          }),
        ]),
      },
    }),
  ).not.toThrow();
});

it('sends mail to the configured address, and none without an address', () => {
  expect(() =>
    template.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'email',
      Endpoint: 'owner@example.org',
    }),
  ).not.toThrow();
  expect(() => withoutEmail.resourceCountIs('AWS::SNS::Subscription', 0)).not.toThrow();
});
