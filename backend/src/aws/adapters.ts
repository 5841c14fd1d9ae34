import { Logger } from '@aws-lambda-powertools/logger';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { BlobStore } from '../model/article/article.ts';
import type { WindowStore } from '../limits/windows/window.ts';
import { createRedactedLog } from '../logging/redact.ts';
import { parseAllowHosts } from '../outbound/guard/allow-hosts.ts';
import { createWorkerParser } from '../parser/worker-parser.ts';
import { createS3BlobStore } from '../storage/blobs/blob-s3.ts';
import { createStores } from '../storage/stores.ts';
import { createDynamoEngine } from '../storage/table/table-engine.ts';
import { createTableClient, type TableClientOptions } from '../storage/table/table.ts';
import { createWindowStore } from '../storage/windows/window-store.ts';
import { createWindowsClient } from '../storage/windows/windows-client.ts';
import { createOwnedQueues, type QueueUrls } from './owned-queues-sqs.ts';
import { createSendFetch, createSendJob, createSendScore } from './queues-sqs.ts';
import { newId } from '../lib/new-id.ts';

/**
 * Creates the parts that every function needs. They are created once per Lambda instance and used for all its calls.
 */
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

/** Creates the parser, whose worker thread's file is beside the bundle; it lives as long as the instance. */
export const createParser = () =>
  createWorkerParser({ workerUrl: new URL('./parser-worker.mjs', import.meta.url) });

/** Creates the store of the rate limits' counters; only the API uses it. */
export const createWindows = (tableName: string): WindowStore =>
  createWindowStore(createTableClient({ client: createDynamoEngine(createWindowsClient({})), tableName }));

export const s3Blobs = (bucket: string): BlobStore => createS3BlobStore(new S3Client({}), bucket);

/** The blob store of functions that use no blobs; every call fails. */
export const noBlobs: BlobStore = {
  put: () => Promise.reject(new Error('this function has no blob store')),
  get: () => Promise.reject(new Error('this function has no blob store')),
  delete: () => Promise.reject(new Error('this function has no blob store')),
  list: () => Promise.reject(new Error('this function has no blob store')),
};

/** Creates the functions that send to the queues; they share one client, and so one connection pool. */
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
