import { createExportEndpoint } from '../my-data/export-endpoint.ts';
import { createReadExportPage } from '../my-data/export-pages.ts';
import { createExportSections } from '../my-data/export-sections.ts';
import { createEndCredentials } from '../my-data/end-credentials.ts';
import { createLeaveEndpoint } from '../my-data/leave-endpoint.ts';
import { createPreferencesEndpoints } from '../accounts/preferences/preferences-endpoints.ts';
import { createArticleEndpoints } from '../articles/lists/article-endpoints.ts';
import { createMarkAll, createUndoMark } from '../articles/reading/mark-all.ts';
import { createReadState } from '../articles/reading/read-state.ts';
import { createBookmarkCounts, noBookmarkCounts } from '../bookmarks/counts.ts';
import type { SendFetch, SendJob, SendScore } from '../queues/messages.ts';
import type { ApiHandlers } from '../contract/endpoints/handlers.ts';
import { createDiscover } from '../discovery/discover.ts';
import { createFeedEndpoints } from '../feeds/feed-endpoints.ts';
import { createOpmlEndpoints } from '../import/opml-endpoints.ts';
import { createKeepOnSchedule } from '../refresh/schedule/schedule.ts';
import { createSubscribe } from '../feeds/subscribe.ts';
import { createWithCounts } from '../articles/reading/unread.ts';
import { createUnsubscribe } from '../feeds/unsubscribe.ts';
import { createUpdatedFeedsEndpoint } from '../feeds/updated-feeds.ts';
import { createJobEndpoints } from '../jobs/endpoints/job-endpoints.ts';
import { createRunNow, createScheduleJob, createRecordJob } from '../jobs/schedule-job.ts';
import { createStartEndpoints } from '../jobs/endpoints/start-endpoints.ts';
import { createStartJob } from '../jobs/start-job.ts';
import type { GuardedFetch } from '../outbound/guard/guarded-fetch.ts';
import { createOwnerEndpoints } from '../owner/owner-endpoints.ts';
import type { OwnedQueues } from '../owner/queues.ts';
import { createDispatch } from '../refresh/schedule/dispatch.ts';
import type { Retention } from '../model/reader/retention.ts';
import type { Embedder } from '../model/score/embedder.ts';
import { createKeywordEndpoints } from '../scoring/keyword-endpoints.ts';
import { createPreviewEndpoint } from '../scoring/preview-keyword.ts';
import { type AccountParts, createAccountHandlers } from './account-handlers.ts';
import { onCancelledOf } from './job-definitions.ts';
import {
  type Base,
  type Hatebu,
  type Parsing,
  countUnreadOf,
  ingestOf,
  keepingOf,
  scoringOf,
} from './base.ts';

export type ApiParts = Base &
  Parsing & {
    queues: OwnedQueues;
    signInPolicy: AccountParts['signInPolicy'];
    sendFetch: SendFetch;
    sendScore: SendScore;
    sendJob: SendJob;
    fetch: GuardedFetch;
    embedder: Embedder;
    retention: Retention;
    maxSubscriptions: number;
    /** Absent if bookmarks are not counted. */
    hatebu?: Hatebu | undefined;
  };

export const createApiHandlers = (parts: ApiParts): ApiHandlers => {
  const { stores, now, newId, sendFetch, sendJob, fetch, parser, retention } = parts;
  const countUnread = countUnreadOf(parts);
  const startJob = createStartJob({ ...stores, sendJob, now, newId });
  const recordJob = createRecordJob({ jobs: stores.jobs, now, newId });
  const keepOnSchedule = createKeepOnSchedule({ ...stores, now });
  const discover = createDiscover({ fetch, parse: parser.parseFeed, readPage: parser.readPage });
  const ingest = ingestOf(parts);
  const subscribe = createSubscribe({
    ...stores,
    keepOnSchedule,
    discover,
    ingest,
    ...keepingOf(parts, fetch),
    now,
    maxSubscriptions: parts.maxSubscriptions,
  });
  const unsubscribe = createUnsubscribe({
    ...stores,
    sendScore: parts.sendScore,
    keepOnSchedule,
    countUnread,
    now,
    retention,
  });
  const withCounts = createWithCounts({ ...stores, countUnread, now });
  const scheduleJob = createScheduleJob({ jobs: stores.jobs, sendJob, now });
  const runNow = createRunNow({ jobs: stores.jobs, sendJob, now });
  const markAll = createMarkAll({ ...stores, countUnread, scheduleJob, runNow, now, newId });
  const undoMark = createUndoMark({ ...stores, countUnread, now });
  const readState = createReadState({ ...stores, countUnread, now, retention });
  const { makeVector, refreshLikedProfile, noteReadThrough } = scoringOf(parts, parts.embedder);
  return {
    ...createFeedEndpoints({
      ...stores,
      keepOnSchedule,
      discover,
      subscribe,
      unsubscribe,
      sendFetch,
      withCounts,
      now,
    }),
    ...createUpdatedFeedsEndpoint({ ...stores, withCounts }),
    ...createArticleEndpoints({
      ...stores,
      readState,
      markAll,
      recordJob,
      refreshLikedProfile,
      noteReadThrough,
      bookmarkCounts:
        parts.hatebu === undefined
          ? noBookmarkCounts
          : createBookmarkCounts(stores.bookmarks, now, parts.log),
      now,
    }),
    ...createKeywordEndpoints({ ...stores, makeVector, startJob, now }),
    ...createPreviewEndpoint({ ...stores, makeVector, now }),
    ...createAccountHandlers(parts),
    ...createPreferencesEndpoints({ ...stores, startJob, now, retention }),
    ...createExportEndpoint({
      ...stores,
      readPage: createReadExportPage(createExportSections({ ...stores, withCounts, now })),
      now,
      retention,
    }),
    ...createLeaveEndpoint({ ...stores, endCredentials: createEndCredentials(stores), startJob }),
    ...createOwnerEndpoints({
      ...stores,
      queues: parts.queues,
      dispatch: createDispatch({ feeds: stores.feeds, ...parts }),
      startJob,
    }),
    ...createOpmlEndpoints({ ...stores, parseOpml: parser.parseOpml, startJob, now, newId }),
    ...createStartEndpoints({ ...stores, startJob }),
    ...createJobEndpoints({ ...stores, sendJob, onCancelled: onCancelledOf(stores, undoMark), now, newId }),
  };
};
