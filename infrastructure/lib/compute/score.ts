import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { Watch } from './parts/watch.ts';
import { CapabilityFunction } from './parts/capability-function.ts';
import { grantBlobs, grantModel, grantSend, grantTable, readAndWrite } from './parts/grants.ts';
import type { Queues, Resources } from './parts/resources.ts';
import type { WorkQueue } from './parts/work-queue.ts';

/** The time limit in seconds: five messages of up to fifty articles, each embedded by the model in about 0.2 s. */
export const scoreTimeoutSeconds = 120;

/** The function that embeds new articles and creates their readers' entries. */
export class Score extends Construct {
  readonly function: CapabilityFunction<'score'>;
  readonly watches: Watch[];

  constructor(scope: Construct, id: string, resources: Resources, queues: Queues, source: WorkQueue) {
    super(scope, id);
    const { table, blobs, settings } = resources;
    this.function = new CapabilityFunction(this, 'Score', {
      name: 'score',
      sendsToItself: true,
      readsWords: true,
      memoryMegabytes: 1024,
      timeoutSeconds: scoreTimeoutSeconds,
      settings,
      addresses: {
        TABLE_NAME: table.tableName,
        SCORE_QUEUE_URL: queues.score.queueUrl,
        JOBS_QUEUE_URL: queues.jobs.queueUrl,
        BLOB_BUCKET: blobs.bucketName,
      },
    });
    const { handler } = this.function;
    grantTable(handler, table, readAndWrite);
    grantSend(handler, queues.score, queues.jobs);
    grantBlobs(this.function, blobs, ['GetObject', 'PutObject']);
    grantModel(handler, settings.bedrockModel);
    // New articles of one run arrive close together, so a short wait saves invocations.
    source.feed(handler, {
      batchSize: 5,
      maxConcurrency: settings.queueConcurrency,
      maxBatchingWindow: Duration.seconds(2),
    });
    this.watches = [this.function.watchFailures('score', 'New articles do not reach their readers.')];
  }
}
