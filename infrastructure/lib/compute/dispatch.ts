import { Duration } from 'aws-cdk-lib';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Schedule } from 'aws-cdk-lib/aws-events';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Watch } from './parts/watch.ts';
import { CapabilityFunction } from './parts/capability-function.ts';
import { grantSend, grantTable } from './parts/grants.ts';
import type { Resources } from './parts/resources.ts';
import { createScheduleDlq, runOn } from './parts/scheduled.ts';

/**
 * The function that sends the feeds that are due to the fetch queue, and what waits for the model to the score queue,
 * every four minutes. The fetch queue drops copies of what it
 * got less than five minutes ago, and `isDispatchTurn` relies on the interval being shorter than that.
 */
export class Dispatch extends Construct {
  readonly function: CapabilityFunction<'dispatch'>;
  readonly deadLetters: IQueue;
  /** The number of feeds sent. Every run has a value, 0 included. */
  readonly sent: Metric;
  readonly watches: Watch[];

  constructor(scope: Construct, id: string, resources: Resources) {
    super(scope, id);
    const deadLetterQueue = createScheduleDlq(this, 'DispatchDlq');
    this.deadLetters = deadLetterQueue;
    this.function = new CapabilityFunction(this, 'Dispatch', {
      name: 'dispatch',
      memoryMegabytes: 256,
      timeoutSeconds: 60,
      deadLetterQueue,
      resources,
    });
    const { handler } = this.function;
    const { table, queues } = resources;
    grantTable(handler, table, ['Query']);
    grantSend(handler, queues.fetch.queue, queues.score.queue);
    runOn(this, Schedule.rate(Duration.minutes(4)), handler, deadLetterQueue);
    this.sent = this.function.countLines('dispatched_feeds', 'dispatched', 'feeds');
    this.watches = [
      {
        id: 'model-awaited',
        metric: this.function
          .countLines('readers_awaiting_model', 'articles wait for the model', 'readers')
          .with({ statistic: Stats.MAXIMUM, period: Duration.hours(1) }),
        threshold: 1,
        meaning:
          'For half an hour the model has not answered, and articles of this many readers wait unranked.',
        section: 'the-model-fails',
      },
    ];
  }
}
