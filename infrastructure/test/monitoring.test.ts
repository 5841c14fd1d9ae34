import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environments } from '@omomi/backend/config';
import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { createTestApp, resourcesOf, templateOf } from './assembly.ts';

const app = createTestApp({ alarm_email: 'owner@example.org', HATEBU: 'on' });
const template = templateOf(app, 'Monitoring');
const alarms = Object.values(resourcesOf(template, 'AWS::CloudWatch::Alarm'));
const runbook = join(import.meta.dirname, '../../docs/operations.md');

const watchedBy = (dimension: string) =>
  alarms.flatMap(({ Properties: properties }) =>
    (properties['Dimensions'] as { Name: string; Value: unknown }[])
      .filter(({ Name }) => Name === dimension)
      .map(({ Value }) => JSON.stringify(Value)),
  );
const idsOf = (type: string) => Object.keys(resourcesOf(templateOf(app, 'Compute'), type));

describe('the alarms', () => {
  it('watch every function', () => {
    const watched = watchedBy('FunctionName');
    expect(watched).toHaveLength(Object.keys(environments).length);
    const functions = idsOf('AWS::Lambda::Function');
    expect(functions.filter((id) => !watched.some((value) => value.includes(id)))).toEqual([]);
  });

  it('watch every dead-letter queue', () => {
    const watched = watchedBy('QueueName');
    const queues = idsOf('AWS::SQS::Queue').filter((id) => id.includes('Dlq'));
    expect(queues).toHaveLength(6);
    expect(queues.filter((id) => !watched.some((value) => value.includes(id)))).toEqual([]);
  });

  it('ring on the one topic and say which section of the runbook helps', () => {
    for (const { Properties: properties } of alarms) {
      expect(properties['AlarmActions']).toEqual([{ Ref: expect.stringMatching(/^Alarms/) }]);
      expect(properties['AlarmDescription']).toMatch(/^[A-Z].+\. See docs\/operations\.md#[a-z-]+$/);
    }
  });

  it('name sections that the runbook has', () => {
    const anchors = readFileSync(runbook, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('#'))
      .map((line) =>
        line
          .replace(/^#+ /, '')
          .toLowerCase()
          .replaceAll(' ', '-')
          .replaceAll(/[^a-z-]/g, ''),
      );
    for (const { Properties: properties } of alarms)
      expect(anchors).toContain(String(properties['AlarmDescription']).split('#')[1]);
  });
});

it('lets CloudWatch publish, which the default policy would have', () => {
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

it('mails to the address of the context, and to nobody without', () => {
  expect(() =>
    template.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'email',
      Endpoint: 'owner@example.org',
    }),
  ).not.toThrow();
  expect(() =>
    templateOf(createTestApp(), 'Monitoring').resourceCountIs('AWS::SNS::Subscription', 0),
  ).not.toThrow();
});
