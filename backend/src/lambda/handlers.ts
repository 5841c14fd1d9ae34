import type { ApiHandlers } from '../contract/handlers.ts';
import { createArticleEndpoints } from '../articles/article-endpoints.ts';
import { createReadState } from '../articles/read-state.ts';
import type { Clock, Log } from '../config/log.ts';
import { fetchMessage, jobMessage, scoreMessage } from '../config/messages.ts';
import type { SendFetch, SendJob, SendScore } from '../config/messages.ts';
import { createDiscover } from '../feeds/discover.ts';
import { createFeedEndpoints } from '../feeds/feed-endpoints.ts';
import { createKeepOnSchedule } from '../feeds/schedule.ts';
import { createSubscribe } from '../feeds/subscribe.ts';
import { createCountUnread } from '../feeds/unread.ts';
import { createUnsubscribe } from '../feeds/unsubscribe.ts';
import { createCleanupWorker } from '../jobs/cleanup.ts';
import { createFetchFeedsWorker, createRecordOutcomes } from '../jobs/fetch-feeds.ts';
import { createReportFetches, createReportScored } from '../jobs/fetch-feeds.ts';
import { createJobEndpoints } from '../jobs/job-endpoints.ts';
import { createRecalculateWorker } from '../jobs/recalculate.ts';
import { createRunJob } from '../jobs/run-job.ts';
import { createRecordJob, createStartJob } from '../jobs/start-job.ts';
import type { GuardedFetch } from '../outbound/guarded-fetch.ts';
import { createDispatch } from '../refresh/dispatch.ts';
import { parseFeed } from '../refresh/parse/parse-feed.ts';
import { createRefreshFeed } from '../refresh/refresh-feed.ts';
import { createTakeIn } from '../refresh/take-in.ts';
import { createCleanup } from '../retention/cleanup.ts';
import { createDailyCleanup } from '../retention/daily-cleanup.ts';
import type { Retention } from '../retention/expiry.ts';
import { createEnsureVectors } from '../scoring/article-vectors.ts';
import type { Embedder } from '../scoring/embedder.ts';
import { createFanOut } from '../scoring/fan-out.ts';
import { createKeywordEndpoints } from '../scoring/keyword-endpoints.ts';
import { createMakeKeywordVector } from '../scoring/keyword-vector.ts';
import { createLoadKeywords } from '../scoring/reader-keywords.ts';
import { createRecalculateSlice } from '../scoring/recalculate.ts';
import type { Stores } from '../storage/stores.ts';
import { createSqsHandler, type SqsHandler } from './sqs-handler.ts';

/*
 * The use cases of each function put together from whatever stands behind them: AWS in the entry points beside this
 * file, one process in local/. Each builder asks only for what its function has.
 */

type Base = { stores: Stores; now: Clock; newId: () => string; log: Log };

const countUnreadOf = ({ stores, now }: Base) => createCountUnread({ ...stores, now });

const scoringOf = ({ stores, log }: Base, embedder: Embedder) => {
  const makeVector = createMakeKeywordVector(embedder, stores.blobs);
  return {
    makeVector,
    ensureVectors: createEnsureVectors({ vectors: stores.vectors, embedder, log }),
    loadKeywords: createLoadKeywords({ ...stores, model: embedder.model, makeVector }),
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
    now,
    maxSubscriptions: parts.maxSubscriptions,
  });
  const unsubscribe = createUnsubscribe({ ...stores, keepOnSchedule, countUnread, now });
  const readState = createReadState({ ...stores, countUnread, now, retention });
  const { makeVector } = scoringOf(parts, parts.embedder);
  return {
    ...createFeedEndpoints({ ...stores, keepOnSchedule, discover, subscribe, unsubscribe, sendFetch, now }),
    ...createArticleEndpoints({ ...stores, readState, recordJob, now }),
    ...createKeywordEndpoints({ ...stores, makeVector, startJob, now }),
    ...createJobEndpoints({ jobs: stores.jobs, startJob }),
  };
};

export const createDispatchHandler = (parts: Base & { sendFetch: SendFetch }): (() => Promise<void>) => {
  const dispatch = createDispatch({ feeds: parts.stores.feeds, ...parts });
  return async () => {
    await dispatch();
  };
};

export type FetchParts = Base & { sendScore: SendScore; fetch: GuardedFetch; retention: Retention };

export const createFetchHandler = (parts: FetchParts): SqsHandler => {
  const { stores, now, log, sendScore, fetch, retention } = parts;
  const takeIn = createTakeIn({ ...stores, sendScore, now, articleRetentionDays: retention.articleDays });
  return createSqsHandler({
    schema: fetchMessage,
    handle: createRefreshFeed({ feeds: stores.feeds, fetch, parse: parseFeed, takeIn, now, log }),
    after: createReportFetches(createRecordOutcomes(stores)),
    log,
  });
};

export type ScoreParts = Base & { embedder: Embedder; retention: Retention };

export const createScoreHandler = (parts: ScoreParts): SqsHandler => {
  const { stores, now, log, embedder, retention } = parts;
  const fanOut = createFanOut({
    ...stores,
    ...scoringOf(parts, embedder),
    countUnread: countUnreadOf(parts),
    now,
    log,
    articleRetentionDays: retention.articleDays,
  });
  const report = createReportScored(createRecordOutcomes(stores));
  return createSqsHandler({
    schema: scoreMessage,
    handle: async (message) => {
      await fanOut(message);
      await report(message.feed_id, message.job);
    },
    log,
  });
};

export type JobsParts = Base & { sendFetch: SendFetch; sendJob: SendJob; embedder: Embedder };

export const createJobsHandler = (parts: JobsParts): SqsHandler => {
  const { stores, now, newId, log, sendFetch, sendJob, embedder } = parts;
  const recalculateSlice = createRecalculateSlice({ ...stores, ...scoringOf(parts, embedder) });
  const cleanup = createCleanup({ ...stores, countUnread: countUnreadOf(parts), now });
  const runJob = createRunJob({
    jobs: stores.jobs,
    workers: {
      'fetch-feeds': createFetchFeedsWorker({ ...stores, sendFetch }),
      recalculate: createRecalculateWorker(recalculateSlice, stores.profiles),
      cleanup: createCleanupWorker(cleanup),
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
  return createDailyCleanup({ ...parts.stores, cleanup, log: parts.log });
};
