import { environments } from '@omomi/backend/config';
import type { QueueName } from '@omomi/backend/contract';
import { queuesSentBy, queueTable } from '@omomi/backend/queues';
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { CapabilityFunction } from './parts/capability-function.ts';
import { grantBlobs, grantModel, grantSend, grantTable } from './parts/grants.ts';
import { capitalised, type Resources } from './parts/resources.ts';

/** The function that takes the messages of a queue, with what the table of queues says of it. */
export class QueueFunction extends Construct {
  readonly function: CapabilityFunction<QueueName>;

  constructor(scope: Construct, name: QueueName, resources: Resources) {
    super(scope, capitalised(name));
    const { table, settings, queues } = resources;
    const { timeoutSeconds, parsesDocuments, batchSize, batchingSeconds, concurrencyTimes } =
      queueTable[name];
    const embeds = Object.hasOwn(environments[name].shape, 'EMBEDDER');
    this.function = new CapabilityFunction(this, capitalised(name), {
      name,
      sendsToItself: true,
      readsWords: embeds,
      parsesDocuments,
      memoryMegabytes: 1024,
      timeoutSeconds,
      resources,
    });
    const { handler } = this.function;
    grantTable(handler, table, name);
    grantSend(handler, ...queuesSentBy(name).map((target) => queues[target].queue));
    grantBlobs(this.function, resources);
    if (embeds) grantModel(handler, settings.bedrockModel);
    queues[name].feed(handler, {
      batchSize,
      maxConcurrency: concurrencyTimes * settings.queueConcurrency,
      ...(batchingSeconds === 0 ? {} : { maxBatchingWindow: Duration.seconds(batchingSeconds) }),
    });
  }
}
