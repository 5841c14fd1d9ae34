import type { Clock } from '../config/log.ts';
import type { FetchMessage, JobRef, ScoreMessage } from '../config/messages.ts';
import { isOver, type FeedOutcome, type JobStore } from './job.ts';
import { isComplete, outcomeOfJob } from './progress.ts';
import { leaseFrom } from './lease.ts';

export type RecordOutcomes = (ref: JobRef, outcomes: Record<string, FeedOutcome>) => Promise<void>;

/** Records what became of feeds of one part of a job; whoever records the last one ends the job. */
export const createRecordOutcomes =
  ({ jobs, now }: { jobs: JobStore; now: Clock }): RecordOutcomes =>
  async ({ user_id, job_id, part }, outcomes) => {
    const found = await jobs.get(user_id, job_id);
    // What a cancelled job has come to stays as it was told.
    if (found === null || isOver(found)) return;
    const recorded = await jobs.setOutcomes({ user_id, job_id, part }, outcomes);
    if (recorded === null || !isComplete(recorded)) return;
    // In this order: its total is known once all its parts stand.
    const job = await jobs.get(user_id, job_id);
    if (job === null || job.total === null) return;
    const parts = await jobs.listParts(user_id, job_id);
    if (!parts.every(isComplete)) {
      await jobs.extendLease(job, leaseFrom(now()));
      return;
    }
    const ended = await jobs.advance(job, { state: 'done', ...outcomeOfJob(job, parts) });
    // Else it goes on for more feeds, or another ended it.
    if (ended !== null) await jobs.release(ended);
  };

export type FetchResult = { message: FetchMessage; outcome: FeedOutcome | null };

/** After a batch of fetches: one write for each part of a job, not one for each feed. */
export const createReportFetches =
  (recordOutcomes: RecordOutcomes) =>
  async (results: FetchResult[]): Promise<void> => {
    const byPart = new Map<string, { ref: JobRef; outcomes: Record<string, FeedOutcome> }>();
    for (const { message, outcome } of results) {
      if (message.job === undefined || outcome === null) continue;
      const key = `${message.job.job_id}#${message.job.part}`;
      const group = byPart.get(key) ?? { ref: message.job, outcomes: {} };
      group.outcomes[message.feed_id] = outcome;
      byPart.set(key, group);
    }
    for (const { ref, outcomes } of byPart.values()) await recordOutcomes(ref, outcomes);
  };

export type ReportScored = (feedId: string, job: ScoreMessage['job']) => Promise<void>;

/** After scoring: the feed's articles have reached the reader's lists. */
export const createReportScored =
  (recordOutcomes: RecordOutcomes): ReportScored =>
  async (feedId, job) => {
    if (job === undefined) return;
    const { user_id, job_id, part, ...figures } = job;
    const outcome: FeedOutcome = { outcome: 'updated', ...figures, error_code: null };
    await recordOutcomes({ user_id, job_id, part }, { [feedId]: outcome });
  };
