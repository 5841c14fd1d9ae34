import type { ApiHandlers } from '../contract/handlers.ts';
import { createPreferencesEndpoints } from '../accounts/preferences-endpoints.ts';
import { createArticleEndpoints } from '../articles/article-endpoints.ts';
import { createReadState } from '../articles/read-state.ts';
import type { Clock, Log } from '../config/log.ts';
import { fetchMessage, jobMessage, scoreMessage } from '../config/messages.ts';
import type { SendFetch, SendJob, SendScore } from '../config/messages.ts';
import { createDiscover } from '../feeds/discover.ts';
import { createFeedEndpoints } from '../feeds/feed-endpoints.ts';
import { createRenewIcon } from '../feeds/icon.ts';
import { createFollow } from '../feeds/follow.ts';
import { createOpmlEndpoints } from '../feeds/opml-endpoints.ts';
import { createKeepOnSchedule } from '../feeds/schedule.ts';
import { createSubscribe } from '../feeds/subscribe.ts';
import { createCountUnread } from '../feeds/unread.ts';
import { createLeaveFeed, createUnsubscribe } from '../feeds/unsubscribe.ts';
import { createCleanupWorker } from '../jobs/cleanup.ts';
import { createFetchFeedsWorker, createRecordOutcomes } from '../jobs/fetch-feeds.ts';
import { createReportFetches, createReportScored } from '../jobs/fetch-feeds.ts';
import { createImportWorker } from '../jobs/import-opml.ts';
import { createJobEndpoints } from '../jobs/job-endpoints.ts';
import { createRecalculateWorker } from '../jobs/recalculate.ts';
import { createRunJob } from '../jobs/run-job.ts';
import { createRecordJob, createStartJob } from '../jobs/start-job.ts';
import type { AllowHosts } from '../outbound/allow-hosts.ts';
import type { GuardedFetch } from '../outbound/guarded-fetch.ts';
import { targetRefusal } from '../outbound/target.ts';
import { createDispatch } from '../refresh/dispatch.ts';
import type { ObserveFetch } from '../refresh/fetch-facts.ts';
import { parseFeed } from '../refresh/parse/parse-feed.ts';
import { createRefreshFeed } from '../refresh/refresh-feed.ts';
import { createTakeSnapshot } from '../refresh/snapshot.ts';
import { createTakeIn } from '../refresh/take-in.ts';
import { createCleanup } from '../retention/cleanup.ts';
import { createDailyCleanup } from '../retention/daily-cleanup.ts';
import type { Retention } from '../retention/expiry.ts';
import { createEnsureVectors, createEntryVectors } from '../scoring/article-vectors.ts';
import type { Embedder } from '../scoring/embedder.ts';
import { createFanOut } from '../scoring/fan-out.ts';
import { createKeywordEndpoints } from '../scoring/keyword-endpoints.ts';
import { createPreviewEndpoint } from '../scoring/preview.ts';
import { createLoadCalibrate, createMakeKeywordVector } from '../scoring/keyword-vector.ts';
import { createLoadKeywords } from '../scoring/reader-keywords.ts';
import { createRefreshTaste } from '../scoring/taste.ts';
import { createRecalculateSlice } from '../scoring/recalculate.ts';
import type { Stores } from '../storage/stores.ts';
import { createSqsHandler, type SqsHandler } from './sqs-handler.ts';

/*
 * The use cases of each function put together from whatever stands behind them: AWS in the entry points beside this
 * file, one process in local/. Each builder asks only for what its function has.
 */

type Base = { stores: Stores; now: Clock; newId: () => string; log: Log };

const countUnreadOf = ({ stores, now }: Base) => createCountUnread({ ...stores, now });

/** What is kept of a document besides its articles. */
const keepingOf = ({ stores, now, log }: Base, fetch: GuardedFetch) => ({
  renewIcon: createRenewIcon({ ...stores, fetch, now, log }),
  takeSnapshot: createTakeSnapshot({ ...stores, now, log }),
});

const scoringOf = ({ stores, now, log }: Base, embedder: Embedder) => {
  const { model } = embedder;
  const loadCalibrate = createLoadCalibrate(embedder, stores.blobs);
  const makeVector = createMakeKeywordVector(embedder, loadCalibrate);
  const ensureVectors = createEnsureVectors({ vectors: stores.vectors, embedder, log });
  const entryVectors = createEntryVectors({ ...stores, ensureVectors, model, now });
  return {
    model,
    makeVector,
    ensureVectors,
    entryVectors,
    refreshTaste: createRefreshTaste({ ...stores, entryVectors, loadCalibrate, now, log }),
    loadKeywords: createLoadKeywords({ ...stores, model, makeVector }),
  };
};

export type ApiParts = Base & {
  sendFetch: SendFetch;
  sendScore: SendScore;
  sendJob: SendJob;
  fetch: GuardedFetch;
  embedder: Embedder;
  retention: Retention;
  maxSubscriptions: number;
};

export const createApiHandlers = (parts: ApiParts): ApiHandlers => {
  const { stores, now, newId, sendFetch, sendScore, sendJob, fetch, retention } = parts;
  const countUnread = countUnreadOf(parts);
  const startJob = createStartJob({ jobs: stores.jobs, sendJob, now, newId });
  const recordJob = createRecordJob({ jobs: stores.jobs, now, newId });
  const keepOnSchedule = createKeepOnSchedule({ ...stores, now });
  const discover = createDiscover({ fetch, parse: parseFeed });
  const takeIn = createTakeIn({ ...stores, sendScore, now, articleRetentionDays: retention.articleDays });
  const subscribe = createSubscribe({
    ...stores,
    keepOnSchedule,
    discover,
    takeIn,
    ...keepingOf(parts, fetch),
    now,
    maxSubscriptions: parts.maxSubscriptions,
  });
  const unsubscribe = createUnsubscribe({ ...stores, keepOnSchedule, countUnread, now });
  const readState = createReadState({ ...stores, countUnread, now, retention });
  const { makeVector, refreshTaste } = scoringOf(parts, parts.embedder);
  return {
    ...createFeedEndpoints({ ...stores, keepOnSchedule, discover, subscribe, unsubscribe, sendFetch, now }),
    ...createArticleEndpoints({ ...stores, readState, recordJob, refreshTaste, now }),
    ...createKeywordEndpoints({ ...stores, makeVector, startJob, now }),
    ...createPreviewEndpoint({ ...stores, makeVector, now }),
    ...createPreferencesEndpoints({ ...stores, startJob, now }),
    ...createOpmlEndpoints({ ...stores, startJob, now, newId }),
    ...createJobEndpoints({ jobs: stores.jobs, startJob, now }),
  };
};

export const createDispatchHandler = (parts: Base & { sendFetch: SendFetch }): (() => Promise<void>) => {
  const dispatch = createDispatch({ feeds: parts.stores.feeds, ...parts });
  return async () => {
    await dispatch();
  };
};

/** Between two requests to one host; hosts in FETCH_ALLOW_HOSTS are not held together, so never wait. */
export const HOST_PAUSE_MS = 1000;

export type FetchParts = Base & {
  sendScore: SendScore;
  fetch: GuardedFetch;
  retention: Retention;
  observeFetch?: ObserveFetch;
  /** Waited for between two requests to one host. */
  pauseBetween?: () => Promise<void>;
};

export const createFetchHandler = (parts: FetchParts): SqsHandler => {
  const { stores, now, log, sendScore, fetch, retention, observeFetch, pauseBetween } = parts;
  const takeIn = createTakeIn({ ...stores, sendScore, now, articleRetentionDays: retention.articleDays });
  return createSqsHandler({
    schema: fetchMessage,
    ...(pauseBetween === undefined ? {} : { pauseInGroup: pauseBetween }),
    handle: createRefreshFeed({
      feeds: stores.feeds,
      keepOnSchedule: createKeepOnSchedule({ ...stores, now }),
      fetch,
      parse: parseFeed,
      takeIn,
      ...keepingOf(parts, fetch),
      now,
      log,
      observe: observeFetch ?? (() => {}),
    }),
    after: createReportFetches(createRecordOutcomes({ ...stores, now })),
    log,
  });
};

export type ScoreParts = Base & {
  sendScore: SendScore;
  sendJob: SendJob;
  embedder: Embedder;
  retention: Retention;
};

export const createScoreHandler = (parts: ScoreParts): SqsHandler => {
  const { stores, now, newId, log, sendScore, sendJob, embedder, retention } = parts;
  const fanOut = createFanOut({
    ...stores,
    sendScore,
    startJob: createStartJob({ jobs: stores.jobs, sendJob, now, newId }),
    ...scoringOf(parts, embedder),
    leaveFeed: createLeaveFeed({ ...stores, now }),
    countUnread: countUnreadOf(parts),
    now,
    log,
    articleRetentionDays: retention.articleDays,
  });
  const report = createReportScored(createRecordOutcomes({ ...stores, now }));
  return createSqsHandler({
    schema: scoreMessage,
    handle: async (message) => {
      await fanOut(message);
      await report(message.feed_id, message.job);
    },
    log,
  });
};

export type JobsParts = Base & {
  sendFetch: SendFetch;
  sendJob: SendJob;
  embedder: Embedder;
  allowHosts: AllowHosts;
  maxSubscriptions: number;
};

export const createJobsHandler = (parts: JobsParts): SqsHandler => {
  const { stores, now, newId, log, sendFetch, sendJob, embedder } = parts;
  const recalculateSlice = createRecalculateSlice({ ...stores, ...scoringOf(parts, embedder) });
  const cleanup = createCleanup({ ...stores, countUnread: countUnreadOf(parts), now });
  const runJob = createRunJob({
    jobs: stores.jobs,
    workers: {
      'fetch-feeds': createFetchFeedsWorker({ ...stores, sendFetch, now }),
      recalculate: createRecalculateWorker(recalculateSlice, stores.profiles),
      cleanup: createCleanupWorker(cleanup),
      import: createImportWorker({
        ...stores,
        follow: createFollow({ ...stores, keepOnSchedule: createKeepOnSchedule({ ...stores, now }), now }),
        sendFetch,
        now,
        maxSubscriptions: parts.maxSubscriptions,
        refusalOf: (url) => targetRefusal(url, parts.allowHosts),
      }),
    },
    sendJob,
    startJob: createStartJob({ jobs: stores.jobs, sendJob, now, newId }),
    now,
    log,
  });
  return createSqsHandler({ schema: jobMessage, handle: runJob, log });
};

export const createCleanupHandler = (parts: Base): (() => Promise<void>) => {
  const cleanup = createCleanup({ ...parts.stores, countUnread: countUnreadOf(parts), now: parts.now });
  const keepOnSchedule = createKeepOnSchedule({ ...parts.stores, now: parts.now });
  return createDailyCleanup({ ...parts.stores, keepOnSchedule, cleanup, log: parts.log });
};
