import type { Context } from '../model/context.ts';
import { isOver, type Job } from '../model/job/job.ts';
import type { JobMessage } from '../queues/messages.ts';
import type { JobDefinitions, Step } from './job-definition.ts';
import { leaseFrom, restartJob, type JobContext } from './restart-job.ts';
import { secondsUntil, startJob } from './start-job.ts';

/** Seconds that a held-back job waits for another job of its kind to release the lock. */
const LOCKED_SECONDS = 30;

type RunContext = JobContext & Pick<Context, 'log'> & { definitions: JobDefinitions };

/** Releases the lock of a job that is done, and starts another one if the job missed something. */
const releaseLock = async (ctx: RunContext, job: Job): Promise<void> => {
  await ctx.jobLocks.release(job);
  const isMissing = await ctx.definitions[job.kind].startAgain?.(job);
  if (isMissing === true) await startJob(ctx, job.user_id, job.kind);
};

/**
 * Takes the lock for a held-back job; every other job took it when it started. Returns false, and sends the message
 * again, if it is too early or another job holds the lock.
 */
const begins = async (
  ctx: RunContext,
  job: Job,
  message: JobMessage,
  notBefore: string,
): Promise<boolean> => {
  const at = ctx.now();
  const wait = secondsUntil(new Date(notBefore), at);
  if (wait > 0) {
    await ctx.sendJobs([message], wait);
    return false;
  }
  const { started, abandoned } = await ctx.jobLocks.start(job, leaseFrom(at), at.toISOString());
  if (abandoned !== undefined) await restartJob(ctx, abandoned);
  if (!started) await ctx.sendJobs([message], LOCKED_SECONDS);
  return started;
};

/** Returns the job if this message is the one to continue it, otherwise null. */
const takeUp = async (ctx: RunContext, job: Job, message: JobMessage): Promise<Job | null> => {
  const { cursor, start_id } = message;
  if (start_id === undefined) return job;
  // Drop a slice from before the job was restarted.
  if (cursor !== undefined) return start_id === job.taken_by ? job : null;
  if (job.not_before !== null && !(await begins(ctx, job, message, job.not_before))) return null;
  // Several quick requests send several messages for one job; the first one delivered runs it.
  return ctx.jobs.take(job, start_id);
};

/** Records what a slice did, and sends the message of the next slice or ends the job. */
const record = async (ctx: RunContext, job: Job, message: JobMessage, step: Step): Promise<void> => {
  const { jobs, sendJobs, log } = ctx;
  switch (step.state) {
    case 'more': {
      const { done, total, cursor, result } = step;
      const existing = await jobs.advance(job, { done, total, cursor, ...(result && { result }) });
      if (existing !== null) await sendJobs([{ ...message, cursor }], step.delay_seconds);
      return;
    }
    case 'waiting':
      // A restart must look at all that the job waits for, not only at what its last slice sent.
      if (job.cursor !== null) await jobs.advance(job, { cursor: null });
      return;
    case 'elsewhere':
      return;
    case 'done': {
      const { done, result } = step;
      const ended = await jobs.advance(job, { state: 'done', done, total: done, result, cursor: null });
      // Another process may have ended the job, or this write succeeded although its first response was lost.
      const existing = ended ?? (await jobs.get(job.user_id, job.job_id));
      if (existing?.state !== 'done') return;
      log.info('job done', { job_id: job.job_id, kind: job.kind, done });
      await releaseLock(ctx, existing);
    }
  }
};

/**
 * Runs one slice of a job and sends the message for the next. A message without a position continues where the last
 * slice of the job ended, which its restart relies on. A job that ends releases its lock before it is checked for a
 * new start.
 */
export const runJob = async (ctx: RunContext, message: JobMessage): Promise<void> => {
  const found = await ctx.jobs.get(message.user_id, message.job_id);
  if (found === null) return;
  // The message was delivered again: the process that ended the job may have stopped before releasing its lock.
  if (found.state === 'done' && message.start_id === found.taken_by) await releaseLock(ctx, found);
  if (isOver(found)) return;
  const job = await takeUp(ctx, found, message);
  if (job === null) return;
  await ctx.jobLocks.extendLease(job, leaseFrom(ctx.now()));
  const cursor = message.cursor ?? job.cursor;
  const slice = cursor === null ? message : { ...message, cursor };
  await record(ctx, job, message, await ctx.definitions[job.kind].run(job, slice));
};
