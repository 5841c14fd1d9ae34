import { createApplyWatermark } from '../articles/reading/apply-watermark.ts';
import { createTidyMarks, type UndoMark } from '../articles/reading/mark-all.ts';
import { createCancelMarkRead, createMarkReadJob } from '../articles/reading/mark-read-job.ts';
import { createClearCrawls } from '../crawl/clear-crawls.ts';
import { createFollow } from '../feeds/follow.ts';
import { createLeaveFeed } from '../feeds/leave-feed.ts';
import { createBringItems } from '../feeds/older/bring-items.ts';
import { createLoadOlder } from '../feeds/older/load-older.ts';
import { createOlderJob } from '../feeds/older/older-job.ts';
import { createUnsubscribeJob } from '../feeds/unsubscribe-job.ts';
import { createTidyLeaving } from '../feeds/unsubscribe-many.ts';
import { createCancelImport, createImportJob } from '../import/import-job.ts';
import { createStorePlan } from '../import/store-plan.ts';
import { createSubscribeRows } from '../import/subscribe-rows.ts';
import type { JobDefinitions, OnCancelled } from '../jobs/job-definition.ts';
import { createScheduleJob } from '../jobs/schedule-job.ts';
import { retentionIn } from '../model/reader/retention.ts';
import { createEndCredentials } from '../my-data/end-credentials.ts';
import { createLeaveFeeds, createLeaveJob } from '../my-data/leave-job.ts';
import { parseAllowHosts } from '../outbound/guard/allow-hosts.ts';
import { targetRefusal } from '../outbound/guard/target.ts';
import { createFetchFeedsJob } from '../refresh/fetch-job.ts';
import { createKeepOnSchedule } from '../refresh/schedule/schedule.ts';
import { createCleanupSlice } from '../retention/cleanup.ts';
import { createCleanupJob } from '../retention/cleanup-job.ts';
import { createCleanupPhases } from '../retention/cleanup-phases.ts';
import { createRecount } from '../retention/recount.ts';
import { createRemoveExpired } from '../retention/remove-expired.ts';
import { createRenewExpiries } from '../retention/renew-expiries.ts';
import { createRecalculateSlice } from '../scoring/recalculate.ts';
import { createLoadSourceFactors } from '../scoring/source-factors.ts';
import { createRecalculateJob } from '../scoring/recalculate-job.ts';
import { createCancelApplyRules } from '../rules/apply-job.ts';
import { createTidySegment } from '../search/keep/note-use.ts';
import { createSegmentStore } from '../search/keep/segment-store.ts';
import type { Base, JobsAdapters } from './parts/adapters.ts';
import { countUnreadOf, leavePageOf, readDocumentOf, scoringOf, undoMarkOf } from './parts/base.ts';
import { cancelCrawlOf, crawlJobOf } from './parts/crawl.ts';
import { applyRulesJobOf } from './parts/rules.ts';

const cleanupSliceOf = ({ base, send, settings, runtime: { meter } }: JobsAdapters) => {
  const { stores, now } = base;
  const retention = retentionIn(settings);
  const countUnread = countUnreadOf(base);
  const undoMark = undoMarkOf(base);
  const scheduleJob = createScheduleJob({ ...base, ...stores, sendJob: send.jobs });
  const tidyMarks = createTidyMarks({ ...base, ...stores, undoMark, scheduleJob });
  const tidyLeaving = createTidyLeaving({ ...base, ...stores, scheduleJob });
  const phases = createCleanupPhases({
    ...stores,
    renewExpiries: createRenewExpiries({ ...stores, countUnread, now }),
    removeExpired: createRemoveExpired({ ...stores, now, retention }),
    recount: createRecount({ ...base, ...stores, countUnread }),
    tidySegment: createTidySegment({
      ...base,
      ...stores,
      segments: createSegmentStore({ ...base, ...stores }),
    }),
    tidyMarks: async (userId) => {
      await tidyMarks(userId);
      await tidyLeaving(userId);
    },
    now,
  });
  return createCleanupSlice({ ...stores, phases, retention, meter, now });
};

const recalculateJobOf = ({ base, embedder }: JobsAdapters) => {
  const { stores, now } = base;
  const loadSourceFactors = createLoadSourceFactors(stores);
  const slice = createRecalculateSlice({
    ...stores,
    ...scoringOf(base, embedder),
    loadSourceFactors,
    noteAway: (userId, isAll) => stores.waiting.note(userId, now().toISOString(), isAll),
    now,
  });
  return createRecalculateJob(slice, stores.profiles);
};

const olderJobOf = ({ base, send, parser, settings }: JobsAdapters) => {
  const { stores } = base;
  const readDocument = readDocumentOf(parser);
  return createOlderJob({
    ...stores,
    loadOlder: createLoadOlder({ ...base, ...stores, readDocument }),
    bringItems: createBringItems({
      ...base,
      ...stores,
      sanitiseAll: parser.sanitiseAll,
      sendScore: send.score,
      articleRetentionDays: settings.ARTICLE_RETENTION_DAYS,
    }),
  });
};

/** Returns the work of every kind of job. */
export const jobDefinitionsOf = (adapters: JobsAdapters): JobDefinitions => {
  const { base, send, parser, settings, runtime } = adapters;
  const { stores, now } = base;
  const sendFetch = send.fetch;
  const retention = retentionIn(settings);
  const maxSubscriptions = settings.MAX_SUBSCRIPTIONS;
  const allowHosts = parseAllowHosts(settings.FETCH_ALLOW_HOSTS);
  const keepOnSchedule = createKeepOnSchedule({ ...stores, now });
  const leavePage = leavePageOf(base, send.score, retention);
  return {
    'fetch-feeds': createFetchFeedsJob({ ...stores, sendFetch, now }),
    cleanup: createCleanupJob({
      slice: cleanupSliceOf(adapters),
      profiles: stores.profiles,
      retention,
      isMeasured: runtime.meter !== undefined,
      observe: runtime.observeCleanup ?? (() => {}),
    }),
    recalculate: recalculateJobOf(adapters),
    'apply-rules': applyRulesJobOf(base, retention),
    'mark-read': createMarkReadJob(
      createApplyWatermark({ ...stores, countUnread: countUnreadOf(base), now, retention }),
    ),
    import: createImportJob({
      storePlan: createStorePlan({
        ...stores,
        parseOpml: parser.parseOpml,
        maxSubscriptions,
        refusalOf: (url) => targetRefusal(url, allowHosts),
      }),
      subscribeRows: createSubscribeRows({
        ...stores,
        follow: createFollow({ ...stores, keepOnSchedule, now, maxSubscriptions }),
        sendFetch,
        now,
      }),
    }),
    'older-articles': olderJobOf(adapters),
    unsubscribe: createUnsubscribeJob({
      ...stores,
      leavePage,
      leaveFeed: createLeaveFeed(leavePage),
      keepOnSchedule,
      countUnread: countUnreadOf(base),
      sendScore: send.score,
      now,
    }),
    crawl: crawlJobOf(base, send.pages),
    leave: createLeaveJob({
      ...stores,
      clearCrawls: createClearCrawls(stores),
      endCredentials: createEndCredentials(stores),
      leaveFeeds: createLeaveFeeds({ ...stores, keepOnSchedule }),
      now,
      lastWriteSeconds: runtime.lastWriteSeconds,
    }),
  };
};

/** Returns what the API undoes when it cancels a job of each kind. */
export const onCancelledOf = ({ stores, now }: Base, undoMark: UndoMark): OnCancelled => ({
  'fetch-feeds': null,
  cleanup: null,
  recalculate: null,
  'apply-rules': createCancelApplyRules(stores.rules),
  'mark-read': createCancelMarkRead(undoMark),
  import: createCancelImport(stores.blobs),
  crawl: cancelCrawlOf({ stores, now }),
  'older-articles': null,
  unsubscribe: null,
  leave: null,
});
