import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createSignInPolicy, issuerHosts, openPolicy } from '../accounts/sign-in/sign-in-policy.ts';
import { createAuthenticate } from '../api/checks/authenticate.ts';
import { createApi } from '../api/create-api.ts';
import type { Log } from '../logging/log.ts';
import type { FetchMessage, JobMessage, ScoreMessage } from '../queues/messages.ts';
import { version } from '../lib/version.ts';
import { createIdentifyReader } from '../app/account-handlers.ts';
import { createApiHandlers } from '../app/api.ts';
import { createBookmarksHandler } from '../app/bookmarks.ts';
import { createCleanupHandler } from '../app/cleanup.ts';
import { createDispatchHandler } from '../app/dispatch.ts';
import { createFetchHandler, HOST_PAUSE_MS } from '../app/fetch.ts';
import { createJobsHandler } from '../app/jobs.ts';
import { createScoreHandler } from '../app/score.ts';
import { newId } from '../lib/new-id.ts';
import { retentionIn } from '../model/reader/retention.ts';
import { createLimiter } from '../limits/limiter.ts';
import { createMemoryWindows } from '../limits/windows/memory-windows.ts';
import { readRules } from '../limits/rate-class.ts';
import { toFetchQueue, toJobsQueue, toQueue } from '../queues/outgoing.ts';
import { parseAllowHosts } from '../outbound/guard/allow-hosts.ts';
import { createGuardedFetch } from '../outbound/create-guarded-fetch.ts';
import { userAgent } from '../outbound/user-agent.ts';
import { createLocalParser } from './process/parser.ts';
import { createEmbedder } from '../scoring/embedders/create.ts';
import { createFileBlobStore } from '../storage/blobs/blob-files.ts';
import { createMeter } from '../storage/table/meter.ts';
import { createStores } from '../storage/stores.ts';
import { createTableClient } from '../storage/table/table.ts';
import type { LocalApp } from './http/app.ts';
import { systemClock } from './process/clock.ts';
import { scheduleHousekeeping } from './housekeeping.ts';
import type { LocalOptions } from './cli/options.ts';
import { createOwnedQueues } from './owned-queues.ts';
import { tightenDataFolder } from './process/private-files.ts';
import { openQueues } from './queues.ts';
import { recover } from './recover.ts';
import { createSchedule } from './process/schedule.ts';
import { lastWriteSeconds } from './cli/last-write-seconds.ts';
import { createStorageWatch } from './process/storage-watch.ts';
import { checkTable } from './table/copies/check-table.ts';
import { LOCAL_TABLE, openLocalTable } from './table/local-table.ts';

/** Puts the application together in this process: the same handlers, with what stands in for AWS behind them. */
export const compose = async (
  { dataDirectory, isNewTableWanted, environment, signIn }: LocalOptions,
  log: Log,
): Promise<LocalApp> => {
  await tightenDataFolder(dataDirectory);
  const table = await openLocalTable(dataDirectory, { isNewWanted: isNewTableWanted });
  const watch = createStorageWatch();
  const blobDirectory = join(dataDirectory, 'blobs');
  const blobs = watch.blobs(createFileBlobStore(blobDirectory));
  const meter = createMeter();
  const stores = createStores(
    createTableClient({
      client: watch.table(table.client),
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
  const signInPolicy = signIn === null ? openPolicy : createSignInPolicy(signIn, signInFetch);
  const embedder = await createEmbedder(environment);
  const retention = retentionIn(environment);

  const queues = await openQueues(dataDirectory, watch, log);
  const sendFetch = (messages: FetchMessage[]) =>
    queues.fetch.send(messages.map((message) => toFetchQueue(message, allowHosts)));
  const sendScore = (messages: ScoreMessage[]) => queues.score.send(messages.map(toQueue));
  const sendJob = (messages: JobMessage[], delaySeconds?: number) =>
    queues.jobs.send(toJobsQueue(messages, delaySeconds));

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
  scheduleHousekeeping({
    schedule,
    table,
    watch,
    dataDirectory,
    blobDirectory,
    deleteBlob: blobs.delete,
    articleDays: retention.article_days,
    now: base.now,
    stopping: stopping.signal,
  });
  if (table.wasCutOff)
    await recover({ ...base, countRows: table.rows.count, sendJob, queues: Object.values(queues) });

  return {
    api: createApi({
      handlers: createApiHandlers({
        ...base,
        parser,
        signInPolicy,
        sendFetch,
        sendScore,
        sendJob,
        fetch,
        embedder,
        retention,
        maxSubscriptions: environment.MAX_SUBSCRIPTIONS,
        hatebu,
        queues: createOwnedQueues(queues),
      }),
      authenticate: createAuthenticate(createIdentifyReader({ ...base, signInPolicy })),
      limiter: createLimiter({
        windows: createMemoryWindows(),
        rules: readRules(environment, (message) => log.error(message, {})),
        now: base.now,
        log,
      }),
      allowedHosts: () => true,
      hasBookmarkCounts: hatebu !== undefined,
      corsAllowedOrigin: environment.CORS_ALLOWED_ORIGIN,
      health: {
        table: () => checkTable(table, watch, base.now),
        'fetch queue': queues.fetch.check,
        'score queue': queues.score.check,
        'jobs queue': queues.jobs.check,
      },
      version,
      log,
      now: base.now,
    }),
    start: () => {
      queues.fetch.start(
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
      queues.score.start(createScoreHandler({ ...base, sendScore, sendJob, embedder, retention }));
      queues.jobs.start(
        createJobsHandler({
          ...base,
          parser,
          sendFetch,
          sendJob,
          embedder,
          allowHosts,
          maxSubscriptions: environment.MAX_SUBSCRIPTIONS,
          lastWriteSeconds: lastWriteSeconds({ signIn }),
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
      await Promise.all([queues.fetch.stop(), queues.score.stop(), queues.jobs.stop()]);
      await Promise.all([queues.fetch.close(), queues.score.close(), queues.jobs.close()]);
      await parser.close();
      await fetch.close();
      await signInFetch.close();
      table.close();
    },
  };
};
