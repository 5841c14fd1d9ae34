import { allReaders } from '../model/reader/all-readers.ts';
import type { ReaderStore } from '../model/reader/reader.ts';
import type { Log } from '../logging/log.ts';
import { isOver, type Job } from '../model/job/job.ts';
import type { JobStore } from '../model/job/job-store.ts';
import { fetchMessage, jobMessage, scoreMessage } from '../queues/messages.ts';
import type { JobMachine } from './job-machine.ts';
import { leaseFrom, leaseUntil } from './lease.ts';
import { createRestartJob } from './restart-job.ts';
import { secondsUntil } from './schedule-job.ts';

const messages = [
  jobMessage.transform(({ job_id }): string | null => job_id),
  fetchMessage.transform(({ job }): string | null => job?.job_id ?? null),
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

type ResendJob = (job: Job) => Promise<keyof Resent | null>;

/**
 * Creates the function that sends a job's next message. Returns how the job continues, or null if another job has taken
 * its lock, in which case it stays unchanged.
 */
export const createResendJob = (machine: JobMachine): ResendJob => {
  const { jobLocks, sendJob, now, newId } = machine;
  const restart = createRestartJob(machine);
  return async (job) => {
    const until = await leaseUntil(jobLocks, job);
    if (until === null) return null;
    const { user_id, job_id, kind, not_before } = job;
    if (job.taken_by === null) {
      // Use the same `start_id` as before: a held-back job uses its own id.
      const start_id = not_before === null ? newId() : job_id;
      const delay = not_before === null ? 0 : secondsUntil(new Date(not_before), now());
      await sendJob([{ user_id, job_id, kind, start_id }], delay);
      return 'queued';
    }
    const isHeld = (await jobLocks.leaseOf(job)) !== null;
    if (isHeld && !(await jobLocks.extendLease(job, leaseFrom(now()), until))) return null;
    await restart(job);
    return 'restarted';
  };
};

type ResendQueuedDeps = {
  readers: Pick<ReaderStore, 'list'>;
  jobs: Pick<JobStore, 'list'>;
  /**
   * Returns the ids of the jobs that have a message in the jobs, fetch or score queue (`jobIdIn` of each body). A
   * message in delivery counts as waiting; a dead letter does not.
   */
  waiting: () => ReadonlySet<string> | Promise<ReadonlySet<string>>;
  resendJob: ResendJob;
  log: Log;
};

/**
 * Sends the next message of every queued or running job that has no message in any queue. This repairs jobs whose
 * process was killed between writing the job and sending its message; otherwise they would wait until their lease of 30
 * minutes ends. Call it before the queues deliver anything, because a message that moves between the two reads would be
 * missed. A second message is harmless, because `taken_by` identifies it.
 */
export const createResendQueuedJobs =
  ({ readers, jobs, waiting, resendJob, log }: ResendQueuedDeps) =>
  async (): Promise<Resent> => {
    const resent: Resent = { queued: 0, restarted: 0 };
    const withMessage = await waiting();
    const resendJobsOf = async (user_id: string): Promise<void> => {
      for (const job of await jobs.list(user_id)) {
        if (isOver(job) || withMessage.has(job.job_id)) continue;
        const how = await resendJob(job);
        if (how === null) continue;
        resent[how] += 1;
        log.warn('job sent again', { user_id, job_id: job.job_id, kind: job.kind, how });
      }
    };

    for await (const user_id of allReaders(readers)) {
      try {
        await resendJobsOf(user_id);
      } catch (error) {
        log.error('jobs not sent again', { user_id, error });
      }
    }
    return resent;
  };
