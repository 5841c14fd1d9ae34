import { createApplyWatermark } from '../articles/reading/apply-watermark.ts';
import { createTidyMarks, createUndoMark, type UndoMark } from '../articles/reading/mark-all.ts';
import { createCancelMarkRead, createMarkReadJob } from '../articles/reading/mark-read-job.ts';
import { createFollow } from '../feeds/follow.ts';
import { createCancelImport, createImportJob } from '../import/import-job.ts';
import { createStorePlan } from '../import/store-plan.ts';
import { createSubscribeRows } from '../import/subscribe-rows.ts';
import type { JobDefinitions, OnCancelled } from '../jobs/job-definition.ts';
import { createScheduleJob } from '../jobs/schedule-job.ts';
import { createEndCredentials } from '../my-data/end-credentials.ts';
import { createLeaveFeeds, createLeaveJob } from '../my-data/leave-job.ts';
import type { Retention } from '../model/reader/retention.ts';
import type { Embedder } from '../model/score/embedder.ts';
import type { AllowHosts } from '../outbound/guard/allow-hosts.ts';
import { targetRefusal } from '../outbound/guard/target.ts';
import type { SendFetch, SendJob } from '../queues/messages.ts';
import { createFetchFeedsJob } from '../refresh/fetch-job.ts';
import { createKeepOnSchedule } from '../refresh/schedule/schedule.ts';
import { createCleanupSlice } from '../retention/cleanup.ts';
import { createCleanupJob } from '../retention/cleanup-job.ts';
import { createCleanupPhases } from '../retention/cleanup-phases.ts';
import type { Meter } from '../retention/cost.ts';
import type { CleanupFigures } from '../retention/figures.ts';
import { createRecount } from '../retention/recount.ts';
import { createRemoveExpired } from '../retention/remove-expired.ts';
import { createRenewExpiries } from '../retention/renew-expiries.ts';
import { createRecalculateSlice } from '../scoring/recalculate.ts';
import { createRecalculateJob } from '../scoring/recalculate-job.ts';
import type { Stores } from '../storage/stores.ts';
import { type Base, type Parsing, countUnreadOf, scoringOf } from './base.ts';

export type JobsParts = Base &
  Parsing & {
    /** Seconds for which processes that run when a reader leaves may still write. */
    lastWriteSeconds: number;
    sendFetch: SendFetch;
    sendJob: SendJob;
    embedder: Embedder;
    allowHosts: AllowHosts;
    maxSubscriptions: number;
    retention: Retention;
    /** Measures what a cleanup consumes of the table; without it, only the writes are estimated. */
    meter?: Meter;
    /** Receives the figures of each cleanup that has ended. */
    observeCleanup?: (figures: CleanupFigures) => void;
  };

const cleanupSliceOf = (parts: JobsParts) => {
  const { stores, now, retention, meter } = parts;
  const countUnread = countUnreadOf(parts);
  const undoMark = createUndoMark({ ...stores, countUnread, now });
  const scheduleJob = createScheduleJob({ ...parts, ...stores });
  const phases = createCleanupPhases({
    ...stores,
    renewExpiries: createRenewExpiries({ ...stores, countUnread, now }),
    removeExpired: createRemoveExpired({ ...stores, now, retention }),
    recount: createRecount({ ...parts, ...stores, countUnread }),
    tidyMarks: createTidyMarks({ ...parts, ...stores, undoMark, scheduleJob }),
    now,
  });
  return createCleanupSlice({ ...stores, phases, retention, meter, now });
};

/** Returns the work of every kind of job. */
export const jobDefinitionsOf = (parts: JobsParts): JobDefinitions => {
  const { stores, now, retention, sendFetch, parser } = parts;
  const keepOnSchedule = createKeepOnSchedule({ ...stores, now });
  return {
    'fetch-feeds': createFetchFeedsJob({ ...stores, sendFetch, now }),
    cleanup: createCleanupJob({
      slice: cleanupSliceOf(parts),
      profiles: stores.profiles,
      retention,
      isMeasured: parts.meter !== undefined,
      observe: parts.observeCleanup ?? (() => {}),
    }),
    recalculate: createRecalculateJob(
      createRecalculateSlice({ ...stores, ...scoringOf(parts, parts.embedder) }),
      stores.profiles,
    ),
    'mark-read': createMarkReadJob(
      createApplyWatermark({ ...stores, countUnread: countUnreadOf(parts), now, retention }),
    ),
    import: createImportJob({
      storePlan: createStorePlan({
        ...stores,
        parseOpml: parser.parseOpml,
        maxSubscriptions: parts.maxSubscriptions,
        refusalOf: (url) => targetRefusal(url, parts.allowHosts),
      }),
      subscribeRows: createSubscribeRows({
        ...stores,
        follow: createFollow({ ...stores, keepOnSchedule, now }),
        sendFetch,
        now,
      }),
    }),
    leave: createLeaveJob({
      ...stores,
      endCredentials: createEndCredentials(stores),
      leaveFeeds: createLeaveFeeds({ ...stores, keepOnSchedule }),
      now,
      lastWriteSeconds: parts.lastWriteSeconds,
    }),
  };
};

/** Returns what the API undoes when it cancels a job of each kind. */
export const onCancelledOf = ({ blobs }: Pick<Stores, 'blobs'>, undoMark: UndoMark): OnCancelled => ({
  'fetch-feeds': null,
  cleanup: null,
  recalculate: null,
  'mark-read': createCancelMarkRead(undoMark),
  import: createCancelImport(blobs),
  leave: null,
});
