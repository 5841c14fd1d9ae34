import { Schedule } from 'aws-cdk-lib/aws-events';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { CapabilityFunction } from './parts/capability-function.ts';
import type { Resources } from './parts/resources.ts';
import { createEventDlq, runOn } from './parts/scheduled.ts';

/**
 * The function that starts a cleanup for every reader at 02:00 UTC. The jobs function does the cleanups slice by slice.
 */
export class Cleanup extends Construct {
  readonly function: CapabilityFunction<'cleanup'>;
  readonly deadLetters: IQueue;

  constructor(scope: Construct, id: string, resources: Resources) {
    super(scope, id);
    const deadLetterQueue = createEventDlq(this, 'CleanupDlq');
    this.deadLetters = deadLetterQueue;
    this.function = new CapabilityFunction(this, 'Cleanup', {
      name: 'cleanup',
      memoryMegabytes: 512,
      timeoutSeconds: 900,
      deadLetterQueue,
      resources,
    });
    runOn(this, Schedule.cron({ hour: '2', minute: '0' }), this.function.handler, deadLetterQueue);
  }
}
