import { Construct } from 'constructs';
import type { Watch } from './parts/watch.ts';
import { CapabilityFunction } from './parts/capability-function.ts';
import { grantBlobs, grantModel, grantSend, grantTable, readAndWrite } from './parts/grants.ts';
import type { Queues, Resources } from './parts/resources.ts';
import type { WorkQueue } from './parts/work-queue.ts';

/** The time limit in seconds. A slice of a job ends well before it and starts the next slice. */
export const jobsTimeoutSeconds = 120;

/** The function that runs slices of jobs and sends the next slice itself. */
export class Jobs extends Construct {
  readonly function: CapabilityFunction<'jobs'>;
  readonly watches: Watch[];

  constructor(scope: Construct, id: string, resources: Resources, queues: Queues, source: WorkQueue) {
    super(scope, id);
    const { table, blobs, settings } = resources;
    this.function = new CapabilityFunction(this, 'Jobs', {
      name: 'jobs',
      sendsToItself: true,
      readsWords: true,
      parsesDocuments: true,
      memoryMegabytes: 1024,
      timeoutSeconds: jobsTimeoutSeconds,
      settings,
      addresses: {
        TABLE_NAME: table.tableName,
        FETCH_QUEUE_URL: queues.fetch.queueUrl,
        SCORE_QUEUE_URL: queues.score.queueUrl,
        JOBS_QUEUE_URL: queues.jobs.queueUrl,
        PAGES_QUEUE_URL: queues.pages.queueUrl,
        BLOB_BUCKET: blobs.bucketName,
      },
    });
    const { handler } = this.function;
    grantTable(handler, table, readAndWrite);
    grantSend(handler, queues.fetch, queues.score, queues.jobs, queues.pages);
    grantBlobs(this.function, blobs, ['GetObject', 'PutObject', 'DeleteObject']);
    grantModel(handler, settings.bedrockModel);
    source.feed(handler, { batchSize: 1, maxConcurrency: settings.queueConcurrency });
    this.watches = [this.function.watchFailures('jobs', 'Jobs of readers do not go on.')];
  }
}
