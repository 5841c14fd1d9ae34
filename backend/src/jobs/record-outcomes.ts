import { isOver, isComplete, type FeedOutcome } from '../model/job/job.ts';
import type { FetchMessage, JobRef, ScoreMessage } from '../queues/messages.ts';
import { AFTER_FEEDS, goesOnAfter, jobReports } from './job-reports.ts';
import { leaseFrom, type JobContext } from './restart-job.ts';

type OutcomeContext = Pick<JobContext, 'jobs' | 'jobLocks' | 'jobParts' | 'sendJobs' | 'now'>;

/**
 * Records the outcomes of feeds in one part of a job; the process that records the last one ends the job, or sends the message
 * with which it goes on.
 */
const recordOutcomes = async (
  { jobs, jobLocks, jobParts, sendJobs, now }: OutcomeContext,
  { user_id, job_id, part }: JobRef,
  outcomes: Record<string, FeedOutcome>,
): Promise<void> => {
  const found = await jobs.get(user_id, job_id);
  // A job that is over, such as a cancelled one, keeps the figures that were reported.
  if (found === null || isOver(found)) return;
  const recorded = await jobParts.setOutcomes({ user_id, job_id, part }, outcomes);
  if (recorded === null || !isComplete(recorded)) return;
  // Read the job after recording: its total is known only when all its parts are stored.
  const job = await jobs.get(user_id, job_id);
  if (job === null || job.total === null) return;
  const report = jobReports[job.kind];
  if (report === undefined) return;
  const parts = await jobParts.list(user_id, job_id);
  if (!parts.every(isComplete)) {
    await jobLocks.extendLease(job, leaseFrom(now()));
    return;
  }
  const reported = report(parts);
  if (goesOnAfter(reported, job)) {
    if (job.taken_by === null) return;
    await jobLocks.extendLease(job, leaseFrom(now()));
    const cursor = JSON.stringify(AFTER_FEEDS);
    await sendJobs([{ user_id, job_id, kind: job.kind, start_id: job.taken_by, cursor }]);
    return;
  }
  const ended = await jobs.advance(job, { state: 'done', ...reported.summary });
  // If this is null, the job continues with more feeds, or another process has ended it.
  if (ended !== null) await jobLocks.release(ended);
};

type FetchResult = { message: FetchMessage; outcome: FeedOutcome | null };

/** Reports a batch of fetches, with one write per part of a job instead of one per feed. */
export const reportFetches = async (ctx: OutcomeContext, results: FetchResult[]): Promise<void> => {
  const byPart = new Map<string, { ref: JobRef; outcomes: Record<string, FeedOutcome> }>();
  for (const { message, outcome } of results) {
    if (message.kind !== 'feed' || message.job === undefined || outcome === null) continue;
    const key = `${message.job.job_id}#${message.job.part}`;
    const group = byPart.get(key) ?? { ref: message.job, outcomes: {} };
    group.outcomes[message.feed_id] = outcome;
    byPart.set(key, group);
  }
  for (const { ref, outcomes } of byPart.values()) await recordOutcomes(ctx, ref, outcomes);
};

/** Reports a feed's outcome after scoring, when its articles have reached the reader's lists. */
export const reportScored = async (
  ctx: OutcomeContext,
  feedId: string,
  job: ScoreMessage['job'],
): Promise<void> => {
  if (job === undefined) return;
  const { user_id, job_id, part, ...figures } = job;
  const outcome: FeedOutcome = { outcome: 'updated', ...figures, error_code: null };
  await recordOutcomes(ctx, { user_id, job_id, part }, { [feedId]: outcome });
};
