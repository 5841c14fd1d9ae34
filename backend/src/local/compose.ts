import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createGate, issuerHosts, openGate } from '../accounts/gate.ts';
import { createAuthenticate } from '../api/authenticate.ts';
import { createApi } from '../api/create-api.ts';
import type { Log } from '../config/log.ts';
import type { FetchMessage, JobMessage, ScoreMessage } from '../config/messages.ts';
import { version } from '../config/version.ts';
import { createIdentifyReader } from '../lambda/account-handlers.ts';
import { createApiHandlers } from '../lambda/handlers/api.ts';
import { createBookmarksHandler } from '../lambda/handlers/bookmarks.ts';
import { createCleanupHandler } from '../lambda/handlers/cleanup.ts';
import { createDispatchHandler } from '../lambda/handlers/dispatch.ts';
import { createFetchHandler, HOST_PAUSE_MS } from '../lambda/handlers/fetch.ts';
import { createJobsHandler } from '../lambda/handlers/jobs.ts';
import { createScoreHandler } from '../lambda/handlers/score.ts';
import { newId } from '../lambda/new-id.ts';
import { importDays, importFolder } from '../jobs/import-document.ts';
import { createLimiter } from '../limits/limiter.ts';
import { createMemoryWindows } from '../limits/memory-windows.ts';
import { readRules } from '../limits/rate-class.ts';
import { toFetchQueue, toJobsQueue, toQueue } from '../lambda/queue-messages.ts';
import { parseAllowHosts } from '../outbound/allow-hosts.ts';
import { createGuardedFetch } from '../outbound/create-guarded-fetch.ts';
import { userAgent } from '../outbound/user-agent.ts';
import { createLocalParser } from './parser.ts';
import { createEmbedder } from '../scoring/embedders/create.ts';
import { createFileBlobStore, sweepFileBlobs } from '../storage/blob-files.ts';
import { articleFolder, contentDays, snapshotDays, snapshotFolder } from '../storage/keys.ts';
import { createMeter } from '../storage/meter.ts';
import { createStores } from '../storage/stores.ts';
import { createTableClient } from '../storage/table.ts';
import type { LocalApp } from './app.ts';
import { systemClock } from './clock.ts';
import type { LocalOptions } from './options.ts';
import { createOwnedQueues } from './owned-queues.ts';
import { createLocalQueue } from './queue.ts';
import type { LocalQueueOptions } from './queue-types.ts';
import { createSchedule } from './schedule.ts';
import { settleSeconds } from './settle-seconds.ts';
import { LOCAL_TABLE, openLocalTable } from './table/local-table.ts';
import { sweepExpired } from './table/sweep-expired.ts';

/** What an SQS queue and its function have in the cloud; the retry is quicker, since nobody else uses this machine. */
const queueDefaults = { visibilityTimeout: 900, retryDelay: 20, maxReceiveCount: 5 };

/** Puts the application together in this process: the same handlers, with what stands in for AWS behind them. */
export const compose = async (
  { dataDirectory, isNewTableWanted, environment, signIn }: LocalOptions,
  log: Log,
): Promise<LocalApp> => {
  const table = await openLocalTable(dataDirectory, { isNewWanted: isNewTableWanted });
  const blobDirectory = join(dataDirectory, 'blobs');
  const blobs = createFileBlobStore(blobDirectory);
  const meter = createMeter();
  const stores = createStores(
    createTableClient({
      client: table.client,
      tableName: LOCAL_TABLE,
      onConsumed: meter.noted,
      isMeasured: meter.isMeasured,
    }),
    blobs,
    // Nobody bills write units here.
    'quick',
  );
  const base = { stores, now: () => new Date(), newId, log };
  const parser = createLocalParser();
  const allowHosts = parseAllowHosts(environment.FETCH_ALLOW_HOSTS);
  const fetch = createGuardedFetch({ allowHosts, userAgent });
  // Without sign-in the server answers to loopback names and addresses only, so whoever reaches it is the one reader.
  const signInFetch = createGuardedFetch({
    allowHosts: new Set(signIn === null ? [] : issuerHosts(signIn)),
    userAgent,
  });
  const gate = signIn === null ? openGate : createGate(signIn, signInFetch);
  const embedder = await createEmbedder(environment);
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
  const cleanup = createCleanupHandler({ ...base, sendJob });
  const schedule = createSchedule({
    clock: systemClock,
    log,
    stateFile: join(dataDirectory, 'schedule.json'),
  });
  schedule.every(5, 'dispatch', dispatch);
  const hatebu = environment.HATEBU === 'on' ? { privateHosts: allowHosts } : undefined;
  const stopping = new AbortController();
  if (hatebu !== undefined)
    schedule.every(
      10,
      'bookmarks',
      createBookmarksHandler({
        ...base,
        fetch,
        hatebuUrl: environment.HATEBU_URL,
        pause: (milliseconds) =>
          setTimeout(milliseconds, true, { signal: stopping.signal }).catch(() => false),
      }),
    );
  schedule.daily('02:00', 'cleanup', cleanup);
  schedule.daily('02:30', 'snapshots', async () => {
    const oldest = new Date(systemClock.now().getTime() - snapshotDays * 86_400_000);
    await sweepFileBlobs(blobDirectory, snapshotFolder, oldest);
  });
  // What their articles left when they were written anew, or when a kill came between the two.
  schedule.daily('02:45', 'contents', async () => {
    const oldest = new Date(systemClock.now().getTime() - contentDays(retention.articleDays) * 86_400_000);
    await sweepFileBlobs(blobDirectory, articleFolder, oldest);
  });
  schedule.daily('02:50', 'imports', async () => {
    const oldest = new Date(systemClock.now().getTime() - importDays * 86_400_000);
    await sweepFileBlobs(blobDirectory, importFolder, oldest);
  });
  schedule.every(60, 'time to live', async () => {
    await sweepExpired(table, new Date(), blobs.delete);
  });

  return {
    api: createApi({
      handlers: createApiHandlers({
        ...base,
        parser,
        gate,
        sendFetch,
        sendScore,
        sendJob,
        fetch,
        embedder,
        retention,
        maxSubscriptions: environment.MAX_SUBSCRIPTIONS,
        hatebu,
        queues: createOwnedQueues({ fetch: fetchQueue, score: scoreQueue, jobs: jobsQueue }),
      }),
      authenticate: createAuthenticate(createIdentifyReader({ ...base, gate })),
      limiter: createLimiter({
        windows: createMemoryWindows(),
        rules: readRules(environment, (message) => log.error(message, {})),
        now: base.now,
        log,
      }),
      allowedHosts: () => true,
      hasBookmarkCounts: hatebu !== undefined,
      corsAllowedOrigin: environment.CORS_ALLOWED_ORIGIN,
      version,
      log,
      now: base.now,
    }),
    start: () => {
      fetchQueue.start(
        createFetchHandler({
          ...base,
          parser,
          sendScore,
          fetch,
          retention,
          hatebu,
          pauseBetween: () => setTimeout(HOST_PAUSE_MS),
        }),
      );
      scoreQueue.start(createScoreHandler({ ...base, sendScore, sendJob, embedder, retention }));
      jobsQueue.start(
        createJobsHandler({
          ...base,
          parser,
          sendFetch,
          sendJob,
          embedder,
          allowHosts,
          maxSubscriptions: environment.MAX_SUBSCRIPTIONS,
          settleSeconds: settleSeconds({ signIn }),
          retention,
          meter,
          observeCleanup: (figures) => log.info('cleaned up', { ...figures }),
        }),
      );
      void schedule.start();
    },
    stop: async () => {
      stopping.abort();
      await schedule.stop();
      await Promise.all([fetchQueue.stop(), scoreQueue.stop(), jobsQueue.stop()]);
      await Promise.all([fetchQueue.close(), scoreQueue.close(), jobsQueue.close()]);
      await parser.close();
      await fetch.close();
      await signInFetch.close();
      table.close();
    },
  };
};
