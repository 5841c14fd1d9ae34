import type { FunctionName } from '@omomi/backend/config';
import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { CapabilityFunction } from './capability-function.ts';
import type { Watch } from './watch.ts';

/*
 * The alarms that concern several constructs. In their expressions, FILL gives a metric a value for the periods in which
 * it has none: SQS reports nothing about a queue that was idle for six hours, and a count of log lines has no zeros.
 */

/** Returns metrics under the names m0, m1 and so on. */
const numbered = (metrics: IMetric[]): Record<string, IMetric> =>
  Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric]));

const filled = (metrics: Record<string, IMetric>): string[] =>
  Object.keys(metrics).map((name) => `FILL(${name}, 0)`);

/**
 * Creates the alarm for new dead letters. Messages that SQS moves are in no count of messages sent, so it compares the
 * number of dead letters with that of five minutes ago. The number alone would keep the alarm raised for the fourteen
 * days that a letter is kept, and hide each further one.
 */
export const watchDeadLetters = (queues: IQueue[]): Watch => {
  const metrics = numbered(
    queues.map((queue) => queue.metricApproximateNumberOfMessagesVisible({ statistic: Stats.MAXIMUM })),
  );
  return {
    id: 'dead-letters',
    metric: new MathExpression({
      expression: `DIFF(${filled(metrics).join(' + ')})`,
      usingMetrics: metrics,
      period: Duration.minutes(5),
    }),
    threshold: 1,
    isEvent: true,
    meaning: 'Work failed every time it was tried, and is now a dead letter.',
    section: 'dead-letters',
  };
};

/** Creates the alarm for a message that waits for an hour, retries included. */
export const watchWaiting = (queues: IQueue[]): Watch => {
  const metrics = numbered(
    queues.map((queue) => queue.metricApproximateAgeOfOldestMessage({ statistic: Stats.MAXIMUM })),
  );
  return {
    id: 'waiting-messages',
    metric: new MathExpression({
      expression: `MAX([${filled(metrics).join(', ')}])`,
      usingMetrics: metrics,
      period: Duration.minutes(5),
    }),
    threshold: 3600,
    meaning: 'The oldest message of a work queue, in seconds, has waited for too long.',
    section: 'waiting-messages',
  };
};

/**
 * Creates the alarm for hours in which feeds were sent to be fetched and none was. Dispatch reports each of its runs, so
 * an hour without a report counts as one with feeds that were not fetched.
 */
export const watchFetching = (sent: IMetric, namespace: string): Watch => ({
  id: 'no-feed-is-fetched',
  metric: new MathExpression({
    expression: 'IF(FILL(fetched, 0) < 1 AND FILL(sent, 1) > 0, 1, 0)',
    usingMetrics: {
      sent,
      fetched: new Metric({
        namespace,
        metricName: 'fetch_success_count',
        dimensionsMap: { service: 'fetch' },
        statistic: Stats.SUM,
      }),
    },
    period: Duration.hours(1),
  }),
  threshold: 1,
  periods: 3,
  meaning: 'Feeds are due, or dispatch does not run, and for hours no feed was fetched with success.',
  section: 'no-feed-is-fetched',
});

/**
 * Creates the alarm for work that was stopped because its messages led to ever more messages: by the bound of the
 * backend, or by the loop detection of AWS Lambda, should somebody switch that on again.
 */
export const watchChains = (functions: CapabilityFunction<FunctionName>[]): Watch => {
  const [stopped] = functions.map((each) => each.countLines('stopped_chains', 'chain stopped'));
  const metrics = numbered([
    ...functions.map(({ handler }) =>
      handler.metric('RecursiveInvocationsDropped', { statistic: Stats.SUM }),
    ),
    ...(stopped === undefined ? [] : [stopped]),
  ]);
  return {
    id: 'stopped-chains',
    metric: new MathExpression({
      expression: filled(metrics).join(' + '),
      usingMetrics: metrics,
      period: Duration.minutes(5),
    }),
    threshold: 1,
    isEvent: true,
    meaning: 'Work was stopped because it sent ever more messages, by its own bound or by AWS Lambda.',
    section: 'stopped-chains',
  };
};

/**
 * Creates the alarm for articles that the model did not embed, in any function that asks it. The functions share one
 * metric, because each metric of an alarm is charged.
 */
export const watchModel = (
  score: CapabilityFunction<FunctionName>,
  ...others: CapabilityFunction<FunctionName>[]
): Watch => {
  const count = (each: CapabilityFunction<FunctionName>) =>
    each.countLines('failed_embeddings', 'embedding failed');
  for (const each of others) count(each);
  return {
    id: 'model-failures',
    metric: count(score).with({ period: Duration.minutes(15) }),
    threshold: 10,
    meaning: 'The model did not embed articles, which stay unscored.',
    section: 'the-model-fails',
  };
};
