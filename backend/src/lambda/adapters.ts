import { Logger } from '@aws-lambda-powertools/logger';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { BlobStore } from '../articles/article.ts';
import type { WindowStore } from '../limits/window.ts';
import { createRedactedLog } from '../config/redact.ts';
import { parseAllowHosts } from '../outbound/allow-hosts.ts';
import { createWorkerParser } from '../parser/worker-parser.ts';
import { createS3BlobStore } from '../storage/blob-s3.ts';
import { createStores } from '../storage/stores.ts';
import { createDynamoEngine } from '../storage/table-engine.ts';
import { createTableClient, type TableClientOptions } from '../storage/table.ts';
import { createWindowStore } from '../storage/window-store.ts';
import { createWindowsClient } from '../storage/windows-client.ts';
import { createOwnedQueues, type QueueUrls } from './owned-queues-sqs.ts';
import { createSendFetch, createSendJob, createSendScore } from './queues-sqs.ts';
import { newId } from './new-id.ts';

/** What every function has. Made once for an instance, kept for all its calls. */
export const createBase = (
  service: string,
  tableName: string,
  blobs: BlobStore,
  onConsumed?: TableClientOptions['onConsumed'],
) => ({
  stores: createStores(
    createTableClient({ client: createDynamoEngine(new DynamoDBClient({})), tableName, onConsumed }),
    blobs,
  ),
  now: () => new Date(),
  newId,
  log: createRedactedLog(new Logger({ serviceName: service })),
});

/** Reads documents in a thread whose file lies beside the bundle, for the instance's life. */
export const createParser = () =>
  createWorkerParser({ workerUrl: new URL('./parser-worker.mjs', import.meta.url) });

/** The counters of the rate limits; only the API has them. */
export const createWindows = (tableName: string): WindowStore =>
  createWindowStore(createTableClient({ client: createDynamoEngine(createWindowsClient({})), tableName }));

export const s3Blobs = (bucket: string): BlobStore => createS3BlobStore(new S3Client({}), bucket);

/** For functions that touch no content. */
export const noBlobs: BlobStore = {
  put: () => Promise.reject(new Error('this function has no blob store')),
  get: () => Promise.reject(new Error('this function has no blob store')),
  delete: () => Promise.reject(new Error('this function has no blob store')),
  list: () => Promise.reject(new Error('this function has no blob store')),
};

/** The ways to the queues; one client, and so one pool of connections, for them all. */
export const createSends = () => {
  const sqs = new SQSClient({});
  return {
    fetch: (queueUrl: string, allowHosts: string) =>
      createSendFetch(sqs, queueUrl, parseAllowHosts(allowHosts)),
    score: (queueUrl: string) => createSendScore(sqs, queueUrl),
    job: (queueUrl: string) => createSendJob(sqs, queueUrl),
    owned: (urls: QueueUrls) => createOwnedQueues(sqs, urls),
  };
};
