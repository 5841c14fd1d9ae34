import { createLeaveWorker } from '../my-data/leaving.ts';
import { createTidyMarks, createUndoMark } from '../articles/reading/mark-all.ts';
import { createApplyWatermark } from '../articles/reading/apply-watermark.ts';
import { type SendFetch, type SendJob, jobMessage } from '../queues/messages.ts';
import { createFollow } from '../feeds/follow.ts';
import { createKeepOnSchedule } from '../refresh/schedule/schedule.ts';
import { createCleanupWorker } from '../retention/cleanup-job.ts';
import { createFetchFeedsWorker } from '../refresh/fetch-job.ts';
import { createImportWorker } from '../import/import-job.ts';
import { createMarkReadWorker } from '../articles/reading/mark-read-job.ts';
import { createRecalculateWorker } from '../scoring/recalculate-job.ts';
import { createRunJob } from '../jobs/run-job.ts';
import { createScheduleJob, createStartJob } from '../jobs/start-job.ts';
import type { AllowHosts } from '../outbound/guard/allow-hosts.ts';
import { targetRefusal } from '../outbound/guard/target.ts';
import { createCleanupSlice } from '../retention/cleanup.ts';
import type { Meter } from '../retention/cost.ts';
import type { Retention } from '../model/reader/retention.ts';
import type { CleanupFigures } from '../retention/figures.ts';
import type { Embedder } from '../model/score/embedder.ts';
import { createRecalculateSlice } from '../scoring/recalculate.ts';
import { type SqsHandler, createSqsHandler } from '../queues/sqs-handler.ts';
import { type Base, type Parsing, countUnreadOf, scoringOf } from './base.ts';

/** Longest run time of a Lambda function in seconds. */
export const LONGEST_RUN_SECONDS = 900;

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

export const createJobsHandler = (parts: JobsParts): SqsHandler => {
  const { stores, now, newId, log, sendFetch, sendJob, embedder } = parts;
  const recalculateSlice = createRecalculateSlice({ ...stores, ...scoringOf(parts, embedder) });
  const countUnread = countUnreadOf(parts);
  const undoMark = createUndoMark({ ...stores, countUnread, now });
  const scheduleJob = createScheduleJob({ jobs: stores.jobs, sendJob, now });
  const tidyMarks = createTidyMarks({ ...stores, undoMark, scheduleJob, now, newId });
  const cleanupSlice = createCleanupSlice({ ...parts, ...stores, countUnread, tidyMarks });
  const runJob = createRunJob({
    jobs: stores.jobs,
    workers: {
      'fetch-feeds': createFetchFeedsWorker({ ...stores, sendFetch, now }),
      recalculate: createRecalculateWorker(recalculateSlice, stores.profiles),
      cleanup: createCleanupWorker({
        slice: cleanupSlice,
        profiles: stores.profiles,
        retention: parts.retention,
        isMeasured: parts.meter !== undefined,
        observe: parts.observeCleanup ?? (() => {}),
      }),
      'mark-read': createMarkReadWorker(
        createApplyWatermark({ ...stores, countUnread, now, retention: parts.retention }),
      ),
      leave: createLeaveWorker({
        ...stores,
        keepOnSchedule: createKeepOnSchedule({ ...stores, now }),
        now,
        lastWriteSeconds: parts.lastWriteSeconds,
      }),
      import: createImportWorker({
        ...stores,
        follow: createFollow({ ...stores, keepOnSchedule: createKeepOnSchedule({ ...stores, now }), now }),
        parseOpml: parts.parser.parseOpml,
        sendFetch,
        now,
        maxSubscriptions: parts.maxSubscriptions,
        refusalOf: (url) => targetRefusal(url, parts.allowHosts),
      }),
    },
    sendJob,
    startJob: createStartJob({ jobs: stores.jobs, sendJob, now, newId }),
    now,
    newId,
    log,
  });
  return createSqsHandler({ schema: jobMessage, handle: runJob, log });
};
