import { Construct } from 'constructs';
import type { Watch } from './parts/watch.ts';
import { CapabilityFunction } from './parts/capability-function.ts';
import { grantBlobs, grantSend, grantTable, readAndWrite } from './parts/grants.ts';
import type { Queues, Resources } from './parts/resources.ts';
import type { WorkQueue } from './parts/work-queue.ts';

/** The time limit in seconds. Messages end their part well before it and are sent again with the rest. */
export const pagesTimeoutSeconds = 120;

/** The function that requests pages of other sites: for the full text of articles, and for crawls. */
export class Pages extends Construct {
  readonly function: CapabilityFunction<'pages'>;
  readonly watches: Watch[];

  constructor(scope: Construct, id: string, resources: Resources, queues: Queues, source: WorkQueue) {
    super(scope, id);
    const { table, blobs, settings } = resources;
    this.function = new CapabilityFunction(this, 'Pages', {
      name: 'pages',
      sendsToItself: true,
      parsesDocuments: true,
      memoryMegabytes: 1024,
      timeoutSeconds: pagesTimeoutSeconds,
      settings,
      addresses: {
        TABLE_NAME: table.tableName,
        SCORE_QUEUE_URL: queues.score.queueUrl,
        JOBS_QUEUE_URL: queues.jobs.queueUrl,
        PAGES_QUEUE_URL: queues.pages.queueUrl,
        BLOB_BUCKET: blobs.bucketName,
      },
    });
    const { handler } = this.function;
    grantTable(handler, table, readAndWrite);
    grantSend(handler, queues.score, queues.jobs, queues.pages);
    grantBlobs(this.function, blobs, ['GetObject', 'PutObject', 'DeleteObject']);
    source.feed(handler, { batchSize: 5, maxConcurrency: settings.queueConcurrency });
    this.watches = [
      this.function.watchFailures('pages', 'Full texts and crawls of other sites do not go on.'),
    ];
  }
}
