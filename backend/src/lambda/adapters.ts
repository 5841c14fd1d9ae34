import { setTimeout } from 'node:timers/promises';
import { Logger } from '@aws-lambda-powertools/logger';
import type { Base } from '../app/context.ts';
import type { AddressesOf, EnvironmentOf } from '../config/env.ts';
import type { BlobStore } from '../model/article/article.ts';
import { limitTime, type WindowStore } from '../limits/windows.ts';
import { createRedactedLog } from '../logging/redact.ts';
import { parseAllowHosts } from '../web/guard/target.ts';
import { createWorkerParser } from '../parser/worker-parser.ts';
import { createS3BlobStore } from '../storage/blobs/blob-s3.ts';
import { createNotedStores } from '../storage/stores.ts';
import { createDynamoEngine } from '../storage/table/create-table.ts';
import { createTableClient, type TableClientOptions } from '../storage/table/table.ts';
import { createWindowStore } from '../storage/window-store.ts';
import { newBlobClient, newQueueClient, newTableClient, newWindowsClient } from './clients.ts';
import { createOwnedQueues } from './queues/owned-queues-sqs.ts';
import { createPut } from './queues/queues-sqs.ts';
import { createRetryBackoff } from './queues/retry-backoff.ts';
import { sendFetchBy, sendJobsBy, sendPagesBy, sendScoreBy } from '../queues/outgoing.ts';
import { newId } from '../lib/new-id.ts';

type Table = Pick<AddressesOf<'dispatch'>, 'TABLE_NAME'>;

/**
 * Creates what every handler needs. It is created once per Lambda instance and used for all its calls.
 */
export const createBase = (
  service: string,
  { TABLE_NAME: tableName }: Table,
  blobs: BlobStore,
  onConsumed?: TableClientOptions['onConsumed'],
): Base => {
  const client = createDynamoEngine(newTableClient());
  const now = (): Date => new Date();
  return {
    ...createNotedStores(createTableClient({ client, tableName, onConsumed }), blobs, now),
    now,
    // A Lambda function is never told that it is about to stop.
    pause: (milliseconds) => setTimeout(milliseconds, true),
    newId,
    log: createRedactedLog(new Logger({ serviceName: service })),
  };
};

/** Creates the parser, whose worker thread's file is beside the bundle; it lives as long as the instance. */
export const createParser = () =>
  createWorkerParser({ workerUrl: new URL('./parser-worker.mjs', import.meta.url) });

/** Milliseconds; longer than the table takes under the expected load. */
const WINDOWS_TIME_LIMIT = 2000;

/** Creates the store of the rate limits' counters; only the API uses it. */
export const createWindows = ({ TABLE_NAME: tableName }: Table): WindowStore =>
  limitTime(
    createWindowStore(createTableClient({ client: createDynamoEngine(newWindowsClient()), tableName })),
    WINDOWS_TIME_LIMIT,
  );

export const s3Blobs = ({ BLOB_BUCKET }: Pick<AddressesOf<'fetch'>, 'BLOB_BUCKET'>): BlobStore =>
  createS3BlobStore(newBlobClient(), BLOB_BUCKET);

/** The blob store of functions that use no blobs; every call fails. */
export const noBlobs: BlobStore = {
  put: () => Promise.reject(new Error('this function has no blob store')),
  get: () => Promise.reject(new Error('this function has no blob store')),
  delete: () => Promise.reject(new Error('this function has no blob store')),
  list: () => Promise.reject(new Error('this function has no blob store')),
};

/**
 * Creates the functions that send to the queues, and the wrapper that brings failed messages back. They share one
 * client, and so one connection pool.
 */
export const createSends = () => {
  const sqs = newQueueClient();
  return {
    fetch: (env: Pick<EnvironmentOf<'dispatch'>, 'FETCH_QUEUE_URL' | 'FETCH_ALLOW_HOSTS'>) =>
      sendFetchBy(createPut(sqs, env.FETCH_QUEUE_URL), parseAllowHosts(env.FETCH_ALLOW_HOSTS)),
    score: (env: Pick<AddressesOf<'score'>, 'SCORE_QUEUE_URL'>) =>
      sendScoreBy(createPut(sqs, env.SCORE_QUEUE_URL)),
    jobs: (env: Pick<AddressesOf<'jobs'>, 'JOBS_QUEUE_URL'>) =>
      sendJobsBy(createPut(sqs, env.JOBS_QUEUE_URL)),
    pages: (env: Pick<AddressesOf<'pages'>, 'PAGES_QUEUE_URL'>) =>
      sendPagesBy(createPut(sqs, env.PAGES_QUEUE_URL)),
    /** The queues as the owner deals with them. */
    owned: (env: AddressesOf<'api'>) =>
      createOwnedQueues(sqs, {
        fetch: { queue: env.FETCH_QUEUE_URL, dead_letters: env.FETCH_DLQ_URL },
        score: { queue: env.SCORE_QUEUE_URL, dead_letters: env.SCORE_DLQ_URL },
        jobs: { queue: env.JOBS_QUEUE_URL, dead_letters: env.JOBS_DLQ_URL },
        pages: { queue: env.PAGES_QUEUE_URL, dead_letters: env.PAGES_DLQ_URL },
      }),
    withRetryBackoff: createRetryBackoff(sqs),
  };
};
