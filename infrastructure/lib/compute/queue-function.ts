import type { QueueName } from '@omomi/backend/contract';
import { queueTable } from '@omomi/backend/queues';
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { CapabilityFunction } from './parts/capability-function.ts';
import { capitalised, type Resources } from './parts/resources.ts';

/** The function that takes the messages of a queue, with what the table of queues says of it. */
export class QueueFunction extends Construct {
  readonly function: CapabilityFunction<QueueName>;

  constructor(scope: Construct, name: QueueName, resources: Resources) {
    super(scope, capitalised(name));
    const { settings, queues } = resources;
    const { timeoutSeconds, parsesDocuments, batchSize, batchingSeconds, concurrencyTimes } =
      queueTable[name];
    this.function = new CapabilityFunction(this, capitalised(name), {
      name,
      sendsToItself: true,
      parsesDocuments,
      memoryMegabytes: 1024,
      timeoutSeconds,
      resources,
    });
    queues[name].feed(this.function.handler, {
      batchSize,
      maxConcurrency: concurrencyTimes * settings.queueConcurrency,
      ...(batchingSeconds === 0 ? {} : { maxBatchingWindow: Duration.seconds(batchingSeconds) }),
    });
  }
}
