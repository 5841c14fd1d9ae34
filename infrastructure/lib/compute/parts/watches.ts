import type { FunctionName } from '@omomi/backend/config';
import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { CapabilityFunction } from './capability-function.ts';
import type { Watch } from './watch.ts';

/*
 * The alarms that concern several constructs. An account has ten metrics of alarms for nothing, and together with those of
 * the API these read nine, and that of a rollout reads one. The query of `watchDropped` reads no metric until Lambda has dropped a message.
 */

type Functions = CapabilityFunction<FunctionName>[];

const message = (text: string) => FilterPattern.stringValue('$.message', '=', text);

/**
 * Creates the alarm for work that failed. A message that fails by itself is in its function's answer, and the invocation
 * counts as successful. A function that crashes or takes too long writes nothing, but Lambda's own line of it says so.
 */
export const watchFailures = (namespace: string, functions: Functions): Watch => {
  const period = Duration.minutes(30);
  const metric = new Metric({ namespace, metricName: 'failures', statistic: Stats.SUM, period });
  const ofLambda = FilterPattern.all(
    FilterPattern.stringValue('$.type', '=', 'platform.report'),
    FilterPattern.stringValue('$.record.status', '!=', 'success'),
  );
  // The API's own alarm reads what Lambda counts of its URL; each metric more that an alarm reads is charged.
  const answered = FilterPattern.numberValue('$.status', '>=', 500);
  for (const each of functions) {
    const ofClients = each.name === 'clients' ? [FilterPattern.all(message('request'), answered)] : [];
    each.countLines(metric, 'failures', FilterPattern.any(message('message failed'), ofLambda, ...ofClients));
  }
  return {
    id: 'failures',
    metric,
    // Everything is tried again by itself, so that one failure tells nothing.
    threshold: 3,
    meaning: 'Feeds are not fetched, articles do not reach their readers, or other work fails.',
    section: 'failures',
  };
};

/** The log lines of what should never happen. */
const FAULTS = [
  'chain stopped',
  'unread count drifted',
  'rate limits are counted in memory, doubled: the table fails',
];

/** Creates the alarm for what should never happen, in any function. */
export const watchFaults = (namespace: string, functions: Functions): Watch => {
  const period = Duration.minutes(5);
  const metric = new Metric({ namespace, metricName: 'faults', statistic: Stats.SUM, period });
  for (const each of functions)
    each.countLines(metric, 'faults', FilterPattern.any(...FAULTS.map((text) => message(text))));
  return {
    id: 'faults',
    metric,
    threshold: 1,
    isEvent: true,
    meaning: 'Something happened that never should, and the log says what.',
    section: 'faults',
  };
};

/** Creates the alarm for what dispatch finds late. An hour without a run of it counts as late, too. */
export const watchLateWork = (
  namespace: string,
  dispatch: Pick<CapabilityFunction<'dispatch'>, 'countLines'>,
): Watch => {
  const period = Duration.hours(1);
  const metric = new Metric({ namespace, metricName: 'late_work', statistic: Stats.MAXIMUM, period });
  dispatch.countLines(metric, 'late-feeds', message('dispatched'), 'late');
  dispatch.countLines(metric, 'awaiting-model', message('articles wait for the model'), 'readers');
  return {
    id: 'late-work',
    metric,
    threshold: 1,
    isRaisedWithoutData: true,
    meaning: 'Feeds wait for three hours, articles for the model for half an hour, or dispatch does not run.',
    section: 'late-work',
  };
};

/** Creates the alarm for calls that Lambda refuses, of all functions of the account, which share its instances. */
export const watchThrottles = (): Watch => ({
  id: 'throttles',
  metric: new Metric({
    namespace: 'AWS/Lambda',
    metricName: 'Throttles',
    statistic: Stats.SUM,
    period: Duration.minutes(5),
  }),
  threshold: 5,
  meaning: 'Functions are not run, because the account has no instance left.',
  section: 'throttles',
});

/**
 * Creates the alarm for messages that Lambda's loop detection drops, in all functions of the account. Functions that send to
 * their own queues have the detection switched off.
 */
export const watchDropped = (): Watch => ({
  id: 'dropped',
  metric: new MathExpression({
    expression: 'SELECT SUM(RecursiveInvocationsDropped) FROM SCHEMA("AWS/Lambda", FunctionName)',
    period: Duration.minutes(5),
  }),
  threshold: 1,
  isEvent: true,
  meaning: 'Lambda takes a chain of messages for a loop, and has dropped one of them.',
  section: 'stopped-chains',
});

/** Returns metrics under the names m0, m1 and so on. */
const numbered = (metrics: IMetric[]): Record<string, IMetric> =>
  Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric]));

/**
 * Creates the alarm for new dead letters. Messages that SQS moves are in no count of messages sent, so it compares the number
 * of dead letters with that of five minutes ago. The number alone would keep the alarm raised for the fourteen days that a
 * letter is kept, and hide each further one. FILL gives a metric a value for the periods in which it has none: SQS reports
 * nothing about a queue that was idle for six hours.
 */
export const watchDeadLetters = (queues: IQueue[]): Watch => {
  const metrics = numbered(
    queues.map((queue) => queue.metricApproximateNumberOfMessagesVisible({ statistic: Stats.MAXIMUM })),
  );
  const filled = Object.keys(metrics).map((name) => `FILL(${name}, 0)`);
  return {
    id: 'dead-letters',
    metric: new MathExpression({
      expression: `DIFF(${filled.join(' + ')})`,
      usingMetrics: metrics,
      period: Duration.minutes(5),
    }),
    threshold: 1,
    isEvent: true,
    meaning: 'Work failed every time it was tried, and is now a dead letter.',
    section: 'dead-letters',
  };
};
