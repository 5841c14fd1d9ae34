import { Construct } from 'constructs';
import type { Watch } from './parts/watch.ts';
import { CapabilityFunction } from './parts/capability-function.ts';
import { grantBlobs, grantSend, grantTable, readAndWrite } from './parts/grants.ts';
import type { Queues, Resources } from './parts/resources.ts';
import type { WorkQueue } from './parts/work-queue.ts';

/** The time limit in seconds: at worst feeds of ten seconds each, with a few of one slow host one after the other. */
export const fetchTimeoutSeconds = 90;

/** The function that takes feeds from the fetch queue, fetches them and stores new articles. */
export class Fetch extends Construct {
  readonly function: CapabilityFunction<'fetch'>;
  readonly watches: Watch[];

  constructor(scope: Construct, id: string, resources: Resources, queues: Queues, source: WorkQueue) {
    super(scope, id);
    const { table, blobs, settings } = resources;
    this.function = new CapabilityFunction(this, 'Fetch', {
      name: 'fetch',
      sendsToItself: true,
      parsesDocuments: true,
      memoryMegabytes: 1024,
      timeoutSeconds: fetchTimeoutSeconds,
      settings,
      addresses: {
        TABLE_NAME: table.tableName,
        SCORE_QUEUE_URL: queues.score.queueUrl,
        PAGES_QUEUE_URL: queues.pages.queueUrl,
        BLOB_BUCKET: blobs.bucketName,
      },
    });
    const { handler } = this.function;
    grantTable(handler, table, readAndWrite);
    // A feed that waits for its host goes back to its own queue.
    grantSend(handler, queues.score, queues.pages, queues.fetch);
    grantBlobs(this.function, blobs, ['GetObject', 'PutObject']);
    source.feed(handler, { batchSize: 5, maxConcurrency: settings.queueConcurrency });
    this.watches = [this.function.watchFailures('fetch', 'Feeds are not fetched.')];
  }
}
