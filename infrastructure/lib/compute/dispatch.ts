import { Duration } from 'aws-cdk-lib';
import { Schedule } from 'aws-cdk-lib/aws-events';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { CapabilityFunction } from './parts/capability-function.ts';
import type { Resources } from './parts/resources.ts';
import { createEventDlq, runOn } from './parts/scheduled.ts';

/**
 * The function that sends, every four minutes, the feeds that are due to the fetch queue, the articles that wait for the model to
 * the score queue, notifications to the channels of readers, and the morning edition. The fetch
 * queue drops copies of messages that it got less than five minutes ago, and `isDispatchTurn` relies on the interval being
 * shorter than that.
 */
export class Dispatch extends Construct {
  readonly function: CapabilityFunction<'dispatch'>;
  readonly deadLetters: IQueue;

  constructor(scope: Construct, id: string, resources: Resources) {
    super(scope, id);
    const deadLetterQueue = createEventDlq(this, 'DispatchDlq');
    this.deadLetters = deadLetterQueue;
    this.function = new CapabilityFunction(this, 'Dispatch', {
      name: 'dispatch',
      memoryMegabytes: 256,
      timeoutSeconds: 60,
      deadLetterQueue,
      resources,
    });
    runOn(this, Schedule.rate(Duration.minutes(4)), this.function.handler, deadLetterQueue);
  }
}
