import type { Context } from '../model/context.ts';
import { isOver, type Job } from '../model/job/job.ts';
import { allReaders, type ReaderStore } from '../model/reader/reader.ts';
import { fetchMessage, jobMessage, scoreMessage } from '../queues/messages.ts';
import { leaseFrom, leaseUntil, restartJob, type JobContext } from './restart-job.ts';
import { secondsUntil } from './start-job.ts';

const messages = [
  jobMessage.transform(({ job_id }): string | null => job_id),
  fetchMessage.transform((message): string | null => {
    if (message.kind === 'feed') return message.job?.job_id ?? null;
    return message.kind === 'past' ? message.job_id : null;
  }),
  scoreMessage.transform(({ job }): string | null => job?.job_id ?? null),
];

/** Returns the id of the job to which a message of any queue belongs; null if it belongs to none. */
export const jobIdIn = (body: string): string | null => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return null;
  }
  for (const message of messages) {
    const found = message.safeParse(parsed);
    if (found.success && found.data !== null) return found.data;
  }
  return null;
};

type Resent = {
  /** Number of jobs that had not begun. */
  queued: number;
  /** Number of jobs that had begun and continue from what was done. */
  restarted: number;
};

/**
 * Sends a job's next message. Returns how the job continues, or null if another job has taken its lock, in which case it
 * stays unchanged.
 */
const resendJob = async (ctx: JobContext, job: Job): Promise<keyof Resent | null> => {
  const { jobLocks, sendJobs, now, newId } = ctx;
  const until = await leaseUntil(ctx, job);
  if (until === null) return null;
  const { user_id, job_id, kind, not_before } = job;
  if (job.taken_by === null) {
    // Use the same `start_id` as before: a held-back job uses its own id.
    const start_id = not_before === null ? newId() : job_id;
    const delay = not_before === null ? 0 : secondsUntil(new Date(not_before), now());
    await sendJobs([{ user_id, job_id, kind, start_id }], delay);
    return 'queued';
  }
  const isHeld = (await jobLocks.leaseOf(job)) !== null;
  if (isHeld && !(await jobLocks.extendLease(job, leaseFrom(now()), until))) return null;
  await restartJob(ctx, job);
  return 'restarted';
};

/**
 * Sends the next message of every queued or running job that has no message in any queue. This repairs jobs whose
 * process was killed between writing the job and sending its message; otherwise they would wait until their lease of 30
 * minutes ends. Call it before the queues deliver anything, because a message that moves between the two reads would be
 * missed. A second message is harmless, because `taken_by` identifies it.
 *
 * `withMessage` has the ids of the jobs that have a message in the jobs, fetch or score queue (`jobIdIn` of each body).
 * A message in delivery counts as waiting; a dead letter does not.
 */
export const resendQueuedJobs = async (
  ctx: JobContext & Pick<Context, 'log'> & { readers: Pick<ReaderStore, 'list'> },
  withMessage: ReadonlySet<string>,
): Promise<Resent> => {
  const { jobs, log } = ctx;
  const resent: Resent = { queued: 0, restarted: 0 };
  const resendJobsOf = async (user_id: string): Promise<void> => {
    for (const job of await jobs.list(user_id)) {
      if (isOver(job) || withMessage.has(job.job_id)) continue;
      const how = await resendJob(ctx, job);
      if (how === null) continue;
      resent[how] += 1;
      log.warn('job sent again', { user_id, job_id: job.job_id, kind: job.kind, how });
    }
  };

  for await (const user_id of allReaders(ctx.readers)) {
    try {
      await resendJobsOf(user_id);
    } catch (error) {
      log.error('jobs not sent again', { user_id, error });
    }
  }
  return resent;
};
