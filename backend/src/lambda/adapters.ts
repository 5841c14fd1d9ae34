import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { Logger } from '@aws-lambda-powertools/logger';
import type { Base } from '../app/context.ts';
import type { AddressesOf, FunctionName } from '../config/env.ts';
import { queueVariables } from '../config/queue-variables.ts';
import type { QueueName } from '../contract/index.ts';
import type { BlobStore } from '../model/article/article.ts';
import type { SendMail } from '../model/mail.ts';
import { limitTime, type WindowStore } from '../limits/windows.ts';
import { createRedactedLog } from '../logging/redact.ts';
import { createNotedStores } from '../storage/stores.ts';
import { createDynamoEngine } from '../storage/table/table-engine.ts';
import { createTableClient, type TableClientOptions } from '../storage/table/table.ts';
import { tellingFormat } from '../storage/upgrade/format.ts';
import { createWindowStore } from '../storage/window-store.ts';
import { newQueueClient, newTableClient, newWindowsClient } from './aws-clients.ts';
import { createOwnedQueues } from './queues/owned-queues-sqs.ts';
import { createPut } from './queues/queues-sqs.ts';
import { createRetryBackoff } from './queues/retry-backoff.ts';
import { forEachQueue, queuesSentBy } from '../queues/messages.ts';
import { createSends } from '../queues/outgoing.ts';
import { newId } from '../lib/new-id.ts';
import { once } from '../lib/memory.ts';

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
    ...createNotedStores(tellingFormat(createTableClient({ client, tableName, onConsumed })), blobs, now),
    now,
    // A Lambda function is never told that it is about to stop.
    pause: (milliseconds) => setTimeout(milliseconds, true),
    newId,
    log: createRedactedLog(new Logger({ serviceName: service })),
  };
};

/** Milliseconds; longer than the table takes under the expected load. */
const WINDOWS_TIME_LIMIT = 2000;

/** Creates the store of the rate limits' counters; only the API uses it. */
export const createWindows = ({ TABLE_NAME: tableName }: Table): WindowStore =>
  limitTime(
    createWindowStore(createTableClient({ client: createDynamoEngine(newWindowsClient()), tableName })),
    WINDOWS_TIME_LIMIT,
  );

/** Returns the blobs of the bucket. The client of S3 is loaded with the first of them, so that a start does not wait for it. */
export const s3Blobs = ({ BLOB_BUCKET }: Pick<AddressesOf<'fetch'>, 'BLOB_BUCKET'>): BlobStore => {
  const opened = once(async () => (await import('./open-blobs.ts')).openBlobs(BLOB_BUCKET));
  return {
    put: async (...given) => (await opened()).put(...given),
    get: async (...given) => (await opened()).get(...given),
    delete: async (...given) => (await opened()).delete(...given),
    list: async (...given) => (await opened()).list(...given),
  };
};

/** Returns what sends mails; null without a sender. The client of SES is loaded with the first mail. */
export const sesMail = (
  base: Pick<Base, 'log'>,
  { MAIL_FROM: from }: { MAIL_FROM?: string | undefined },
): SendMail | null => {
  if (from === undefined) return null;
  const opened = once(async () => (await import('./open-mail.ts')).openMail(base, from));
  return async (mail) => (await opened())(mail);
};

/** The blob store of functions that use no blobs; every call fails. */
export const noBlobs: BlobStore = {
  put: () => Promise.reject(new Error('this function has no blob store')),
  get: () => Promise.reject(new Error('this function has no blob store')),
  delete: () => Promise.reject(new Error('this function has no blob store')),
  list: () => Promise.reject(new Error('this function has no blob store')),
};

type Environment = Readonly<Record<string, unknown>>;

/** Returns an address from the variables of a function, which have been checked. */
const addressIn = (env: Environment, variable: string): string => z.string().parse(env[variable]);

/** Creates what a function sends with, the wrapper that brings failed messages back, and the queues as the owner sees them. */
export const createQueues = <F extends FunctionName>(functionName: F, env: Environment) => {
  // One client for all, and so one connection pool.
  const sqs = newQueueClient();
  const put = (queue: QueueName) => createPut(sqs, addressIn(env, queueVariables(queue).url));
  return {
    sends: createSends(put, queuesSentBy(functionName)),
    withRetryBackoff: createRetryBackoff(sqs),
    owned: () =>
      createOwnedQueues(
        sqs,
        forEachQueue((queue) => ({
          queue: addressIn(env, queueVariables(queue).url),
          dead_letters: addressIn(env, queueVariables(queue).deadLetters),
        })),
      ),
  };
};
