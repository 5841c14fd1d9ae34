import { Duration } from 'aws-cdk-lib';
import { AlarmStatusWidget, Dashboard, GraphWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { Alarm, IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { ComputeStack } from '../compute/compute-stack.ts';

const half = 12;
const graph = (title: string, left: IMetric[]) => new GraphWidget({ title, left, width: half });

/** Returns the numbers of dead letters of queues and of functions that events start. */
const deadLettersOf = ({ workQueues, startedByEvents }: ComputeStack, period: Duration): IMetric[] =>
  [...workQueues, ...startedByEvents].map(({ deadLetters, node }) =>
    deadLetters.metricApproximateNumberOfMessagesVisible({ period, label: node.id, statistic: 'Maximum' }),
  );

/** Creates a dashboard of one page: the alarms, the state of the functions, and the depth of the queues. */
export const createDashboard = (
  scope: Construct,
  compute: ComputeStack,
  alarms: readonly Alarm[],
): Dashboard => {
  const period = Duration.minutes(5);
  const functions = compute.functions.map(({ name, handler }) => ({
    handler,
    options: { period, label: name },
  }));
  const queues = compute.workQueues.map(({ queue, node }) => ({
    queue,
    options: { period, label: node.id, statistic: 'Maximum' },
  }));
  const dashboard = new Dashboard(scope, 'Dashboard', { defaultInterval: Duration.days(1) });
  if (alarms.length > 0)
    dashboard.addWidgets(new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms], width: 2 * half }));
  dashboard.addWidgets(
    graph(
      'Invocations',
      functions.map(({ handler, options }) => handler.metricInvocations(options)),
    ),
    graph(
      'Errors',
      functions.map(({ handler, options }) => handler.metricErrors(options)),
    ),
  );
  dashboard.addWidgets(
    graph(
      'Duration, p99',
      functions.map(({ handler, options }) => handler.metricDuration({ ...options, statistic: 'p99' })),
    ),
    graph(
      'Throttled',
      functions.map(({ handler, options }) => handler.metricThrottles(options)),
    ),
  );
  dashboard.addWidgets(
    graph(
      'Messages waiting',
      queues.map(({ queue, options }) => queue.metricApproximateNumberOfMessagesVisible(options)),
    ),
    graph(
      'Age of the oldest message, seconds',
      queues.map(({ queue, options }) => queue.metricApproximateAgeOfOldestMessage(options)),
    ),
  );
  dashboard.addWidgets(graph('Dead letters', deadLettersOf(compute, period)));
  return dashboard;
};
