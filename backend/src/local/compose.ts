import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createApi } from '../api/create-api.ts';
import type { Log } from '../config/log.ts';
import type { FetchMessage, JobMessage, ScoreMessage } from '../config/messages.ts';
import { version } from '../config/version.ts';
import {
  createApiHandlers,
  createCleanupHandler,
  createDispatchHandler,
  createFetchHandler,
  createJobsHandler,
  createScoreHandler,
  HOST_PAUSE_MS,
} from '../lambda/handlers.ts';
import { newId } from '../lambda/new-id.ts';
import { toFetchQueue, toJobsQueue, toQueue } from '../lambda/queue-messages.ts';
import { parseAllowHosts } from '../outbound/allow-hosts.ts';
import { createGuardedFetch } from '../outbound/create-guarded-fetch.ts';
import { userAgent } from '../outbound/user-agent.ts';
import { createEmbedder } from '../scoring/embedders/create.ts';
import { createFileBlobStore, sweepFileBlobs } from '../storage/blob-files.ts';
import { snapshotDays, snapshotFolder } from '../storage/keys.ts';
import { createStores } from '../storage/stores.ts';
import { createTableClient } from '../storage/table.ts';
import type { LocalApp } from './app.ts';
import { systemClock } from './clock.ts';
import type { LocalOptions } from './options.ts';
import { createLocalQueue } from './queue.ts';
import type { LocalQueueOptions } from './queue-types.ts';
import { createSchedule } from './schedule.ts';
import { sweepExpired } from './sweep-expired.ts';
import { LOCAL_TABLE, openLocalTable } from './table.ts';

/** What an SQS queue and its function have in the cloud; the retry is quicker, since nobody else uses this machine. */
const queueDefaults = { visibilityTimeout: 900, retryDelay: 20, maxReceiveCount: 5 };

/** Puts the application together in this process: the same handlers, with what stands in for AWS behind them. */
export const compose = async (
  { dataDirectory, environment }: LocalOptions,
  log: Log,
  progress: (text: string) => void,
): Promise<LocalApp> => {
  const table = await openLocalTable(dataDirectory, {
    onRebuild: (items) => progress(`The last run was cut off; making the indexes anew: ${items} items`),
  });
  const blobDirectory = join(dataDirectory, 'blobs');
  const blobs = createFileBlobStore(blobDirectory);
  const stores = createStores(createTableClient({ client: table.client, tableName: LOCAL_TABLE }), blobs);
  const base = { stores, now: () => new Date(), newId, log };
  const allowHosts = parseAllowHosts(environment.FETCH_ALLOW_HOSTS);
  const fetch = createGuardedFetch({ allowHosts, userAgent });
  const embedder = createEmbedder(environment);
  const retention = {
    articleDays: environment.ARTICLE_RETENTION_DAYS,
    readHours: environment.READ_RETENTION_HOURS,
  };

  const queue = (name: string, options: Pick<LocalQueueOptions, 'isFifo' | 'batchSize' | 'concurrency'>) =>
    createLocalQueue({
      name,
      directory: join(dataDirectory, 'queues'),
      ...queueDefaults,
      ...options,
      clock: systemClock,
      log,
    });
  const fetchQueue = await queue('fetch', { isFifo: true, batchSize: 10, concurrency: 4 });
  const scoreQueue = await queue('score', { isFifo: false, batchSize: 1, concurrency: 2 });
  const jobsQueue = await queue('jobs', { isFifo: false, batchSize: 1, concurrency: 2 });
  const sendFetch = (messages: FetchMessage[]) =>
    fetchQueue.send(messages.map((message) => toFetchQueue(message, allowHosts)));
  const sendScore = (messages: ScoreMessage[]) => scoreQueue.send(messages.map(toQueue));
  const sendJob = (messages: JobMessage[], delaySeconds?: number) =>
    jobsQueue.send(toJobsQueue(messages, delaySeconds));

  const dispatch = createDispatchHandler({ ...base, sendFetch });
  const cleanup = createCleanupHandler(base);
  const schedule = createSchedule({
    clock: systemClock,
    log,
    stateFile: join(dataDirectory, 'schedule.json'),
  });
  schedule.every(5, 'dispatch', dispatch);
  schedule.daily('02:00', 'cleanup', cleanup);
  schedule.daily('02:30', 'snapshots', async () => {
    const oldest = new Date(systemClock.now().getTime() - snapshotDays * 86_400_000);
    await sweepFileBlobs(blobDirectory, snapshotFolder, oldest);
  });
  schedule.every(60, 'time to live', async () => {
    await sweepExpired(table.client, LOCAL_TABLE, new Date(), blobs.delete);
  });

  return {
    api: createApi({
      handlers: createApiHandlers({
        ...base,
        sendFetch,
        sendScore,
        sendJob,
        fetch,
        embedder,
        retention,
        maxSubscriptions: environment.MAX_SUBSCRIPTIONS,
      }),
      // The server below answers to loopback names only, so whoever reaches it is the one reader.
      authenticate: async () => ({ user_id: 'local' }),
      allowedHosts: () => true,
      version,
      log,
    }),
    start: () => {
      fetchQueue.start(
        createFetchHandler({
          ...base,
          sendScore,
          fetch,
          retention,
          pauseBetween: () => setTimeout(HOST_PAUSE_MS),
        }),
      );
      scoreQueue.start(createScoreHandler({ ...base, sendScore, sendJob, embedder, retention }));
      jobsQueue.start(
        createJobsHandler({
          ...base,
          sendFetch,
          sendJob,
          embedder,
          allowHosts,
          maxSubscriptions: environment.MAX_SUBSCRIPTIONS,
        }),
      );
      void schedule.start();
    },
    stop: async () => {
      await schedule.stop();
      await Promise.all([fetchQueue.stop(), scoreQueue.stop(), jobsQueue.stop()]);
      await Promise.all([fetchQueue.close(), scoreQueue.close(), jobsQueue.close()]);
      await fetch.close();
      await table.close();
    },
  };
};
