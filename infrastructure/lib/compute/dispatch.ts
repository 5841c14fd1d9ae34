import { Duration } from 'aws-cdk-lib';
import { Schedule } from 'aws-cdk-lib/aws-events';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Watch } from './watch.ts';
import { CapabilityFunction } from './capability-function.ts';
import { grantSend, grantTable } from './grants.ts';
import type { Resources } from './resources.ts';
import { createScheduleDlq, runOn } from './scheduled.ts';
import { watchDeadLetters } from './work-queue.ts';

/** The function that sends the feeds that are due to the fetch queue, every five minutes. */
export class Dispatch extends Construct {
  readonly function: CapabilityFunction<'dispatch'>;
  readonly watches: Watch[];

  constructor(scope: Construct, id: string, { table, settings }: Resources, fetchQueue: IQueue) {
    super(scope, id);
    const deadLetterQueue = createScheduleDlq(this, 'DispatchDlq');
    this.function = new CapabilityFunction(this, 'Dispatch', {
      name: 'dispatch',
      memoryMegabytes: 256,
      timeoutSeconds: 60,
      deadLetterQueue,
      settings,
      addresses: { TABLE_NAME: table.tableName, FETCH_QUEUE_URL: fetchQueue.queueUrl },
    });
    const { handler } = this.function;
    grantTable(handler, table, ['Query']);
    grantSend(handler, fetchQueue);
    runOn(this, Schedule.rate(Duration.minutes(5)), handler, deadLetterQueue);
    this.watches = [
      this.function.watchErrors('Due feeds are not sent to be fetched.'),
      watchDeadLetters('dispatch', deadLetterQueue),
    ];
  }
}
