import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
const withoutBookmarks = templateOf(sharedTestApp(), 'Monitoring');
const runbook = join(import.meta.dirname, '../../../docs/operations.md');

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
const filterOf = (metric: string) =>
  filters.find(({ MetricTransformations: [first] }) => first?.MetricName === metric)!;
const messageOf = ({ FilterPattern: pattern }: Filter) => /^\{ \$\.message = "(.+)" \}$/.exec(pattern)?.[1];

/** The number of metrics that docs/cost.md reckons with. */
const metricsOf = (all: typeof alarms) => all.flatMap(({ metrics }) => Object.keys(metrics)).length;

describe('the alarms', () => {
  it('cost what the docs say', () => {
    const cost = readFileSync(join(import.meta.dirname, '../../../docs/cost.md'), 'utf8');
    const numbers = `${metricsOf(alarmsOf(withoutBookmarks))} metrics, ${metricsOf(alarms)} with bookmarks`;
    expect(cost.replaceAll('\n', ' ')).toContain(`The thirteen alarms read ${numbers}`);
  });

  it('are thirteen, with bookmarks and without', () => {
    expect(alarms).toHaveLength(13);
    expect(alarmsOf(withoutBookmarks).map(({ name }) => name)).toEqual(alarms.map(({ name }) => name));
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
    for (const { section } of alarms) expect(anchors).toContain(section);
  });

  it('filter for log lines that the code writes', () => {
    const root = join(import.meta.dirname, '../../../backend/src');
    const code = globSync('**/*.ts', { cwd: root })
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .join('\n');
    expect(filters.length).toBeGreaterThan(0);
    for (const filter of filters)
      expect(code).toMatch(new RegExp(`log\\.(info|warn|error)\\('${messageOf(filter)}'`));
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

describe('the alarms of fetch, score, jobs and pages', () => {
  const lines: Record<string, unknown>[] = [];
  const noted = (message: string, fields: Record<string, unknown>) => lines.push({ message, ...fields });

  it.each(['fetch', 'score', 'jobs', 'pages'])(
    '%s: count each failed message and each failed invocation',
    (name) => {
      const metric = `${name}_failed_messages`;
      const filter = filterOf(metric);
      expect(filter.LogGroupName.Ref.toLowerCase()).toMatch(new RegExp(`^${name}log`));
      expect(filter.MetricTransformations[0]).toMatchObject({ MetricValue: '1' });
      const { metrics, threshold } = alarm(`${name}-failures`);
      expect(Object.values(metrics).map((one) => one.name)).toEqual([metric, 'Errors']);
      expect(valueOf(alarm(`${name}-failures`), [{ failed: threshold }])).toBeGreaterThanOrEqual(threshold);
      expect(valueOf(alarm(`${name}-failures`), [{ errors: threshold }])).toBeGreaterThanOrEqual(threshold);
      expect(valueOf(alarm(`${name}-failures`), [{}])).toBe(0);
    },
  );

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
    expect(
      lines.filter(({ message }) => message === messageOf(filterOf('fetch_failed_messages'))),
    ).toHaveLength(1);
  });
});

describe('the alarm of dead letters', () => {
  it('watches every dead-letter queue', () => {
    const watched = JSON.stringify(alarm('dead-letters').metrics);
    const queues = idsOf('AWS::SQS::Queue').filter((id) => id.includes('Dlq'));
    expect(queues).toHaveLength(7);
    expect(queues.filter((id) => !watched.includes(id))).toEqual([]);
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

describe('the other alarms of the work', () => {
  it('are raised by a message that waits in any work queue', () => {
    const waiting = alarm('waiting-messages');
    const watched = JSON.stringify(waiting.metrics);
    for (const queue of idsOf('AWS::SQS::Queue').filter((id) => !id.includes('Dlq')))
      expect(watched).toContain(queue);
    for (const metric of Object.keys(waiting.metrics))
      expect(valueOf(waiting, [{ [metric]: 3600 }])).toBeGreaterThanOrEqual(waiting.threshold);
    expect(valueOf(waiting, [{}])).toBeLessThan(waiting.threshold);
  });

  it.each([
    [{ sent: 12, fetched: 3 }, 0],
    [{ sent: 0 }, 0],
    [{ sent: 12 }, 1],
    [{ sent: 12, fetched: 0 }, 1],
    // Dispatch does not run.
    [{}, 1],
  ])('are raised if no feed is fetched: %j gives %d', (values, expected) => {
    expect(valueOf(alarm('no-feed-is-fetched'), [values])).toBe(expected);
    expect(alarm('no-feed-is-fetched').properties).toMatchObject({ EvaluationPeriods: 3, Threshold: 1 });
    expect(filterOf('dispatched_feeds').MetricTransformations[0]?.MetricValue).toBe('$.feeds');
  });

  it('are raised if the model fails, in whichever function', () => {
    const model = alarm('model-failures');
    expect(Object.values(model.metrics)).toMatchObject([{ name: 'failed_embeddings' }]);
    const groups = filters
      .filter(({ MetricTransformations: [first] }) => first?.MetricName === 'failed_embeddings')
      .map(({ LogGroupName }) => LogGroupName.Ref.replace(/Log.+$/, ''));
    expect(groups.toSorted()).toEqual(['Api', 'Jobs', 'Score']);
  });

  it('are raised while articles wait for the model, by what dispatch tells', () => {
    const awaited = alarm('model-awaited');
    expect(awaited.properties).toMatchObject({ Statistic: 'Maximum', TreatMissingData: 'notBreaching' });
    const filter = filterOf('readers_awaiting_model');
    expect(filter.LogGroupName.Ref).toMatch(/^DispatchLog/);
    expect(filter.MetricTransformations[0]?.MetricValue).toBe('$.readers');
    expect(awaited.threshold).toBe(1);
  });

  it('are raised if a chain of messages is stopped, by AWS Lambda or by the bound of the backend', () => {
    const chains = alarm('stopped-chains');
    const loops = Object.entries(resourcesOf(compute, 'AWS::Lambda::Function')).filter(
      ([, { Properties: properties }]) => properties['RecursiveLoop'] === 'Allow',
    );
    const watched = JSON.stringify(chains.metrics);
    expect(loops.map(([id]) => id).filter((id) => !watched.includes(id))).toEqual([]);
    const names = Object.values(chains.metrics).map(({ name }) => name);
    expect(names).toEqual([...loops.map(() => 'RecursiveInvocationsDropped'), 'stopped_chains']);
    for (const metric of Object.keys(chains.metrics)) expect(valueOf(chains, [{ [metric]: 1 }])).toBe(1);
    const groups = filters
      .filter(({ MetricTransformations: [first] }) => first?.MetricName === 'stopped_chains')
      .map(({ LogGroupName }) => LogGroupName.Ref.replace(/Log.+$/, ''));
    expect(groups.toSorted()).toEqual(['Fetch', 'Jobs', 'Pages', 'Score']);
  });

  it('are raised if the API fails or is throttled', () => {
    const api = alarm('api-errors');
    expect(Object.values(api.metrics).map(({ name }) => name)).toEqual(['Url5xxCount', 'Throttles']);
    expect(valueOf(api, [{ failed: 3, throttled: 2 }])).toBe(5);
  });
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
  expect(() => withoutBookmarks.resourceCountIs('AWS::SNS::Subscription', 0)).not.toThrow();
});
