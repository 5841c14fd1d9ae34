import type { Job as WireJob, JobKind } from '../contract/index.ts';
import type { Job } from '../model/job/job.ts';
import type { JobStore } from '../model/job/job-store.ts';
import type { JobMachine } from './job-machine.ts';
import { leaseFrom, recordAbandoned } from './lease.ts';
import { jobToWire, newJob } from './new-job.ts';
import { canRestart, createRestartJob } from './restart-job.ts';

export type StartJob = (
  userId: string,
  kind: JobKind,
  options?: {
    /** Delay of the start in seconds, so that one run also handles changes written in the meantime. */
    delaySeconds?: number;
    /** The id of the job, for data that must be stored under it before it starts. */
    jobId?: string;
    /** The only feed to fetch. */
    feedId?: string | undefined;
  },
) => Promise<WireJob>;

const ATTEMPTS = 5;

/**
 * Returns the job that holds the lock, changed if necessary so that it does what is asked for: a fetch of another
 * single feed becomes a fetch of all feeds. A process that is planning the job notices the change; otherwise another
 * message begins the job again and adds the other feeds. Returns null if the job changed or ended in the meantime.
 */
const widened = async (jobs: JobStore, holder: Job, asked: Job): Promise<Job | null> => {
  if (holder.feed_id === null || holder.feed_id === asked.feed_id) return holder;
  const isBeingPlanned = holder.taken_by !== null && holder.total === null;
  return jobs.amend(holder, { feed_id: null, ...(isBeingPlanned ? {} : { taken_by: null, total: null }) });
};

/**
 * Starts a job, or joins the one of its kind that holds the lock. Returns null if that one changed or ended in the
 * meantime. The steps:
 *
 * 1. Take the lock. A holder whose lease has ended is replaced only if it has no restart left.
 * 2. Otherwise join the holder, widening it if it would do less than is asked for.
 * 3. If its lease has ended, restart it. Of several callers only the one that renews the lease does.
 * 4. Send a message, unless one has begun the job: its starter may have stopped before sending. A second message is
 *    harmless, because `taken_by` identifies it.
 * 5. Record that a job whose lock was taken has failed.
 */
const startOrJoin = async (
  machine: JobMachine,
  asked: Job,
  delaySeconds: number | undefined,
): Promise<Job | null> => {
  const { jobs, jobLocks, sendJob, now, newId } = machine;
  const at = now();
  const lease = leaseFrom(at);
  const start = await jobLocks.start(asked, lease, at.toISOString(), (holder) => !canRestart(holder));
  const job = start.started ? start.job : await widened(jobs, start.job, asked);
  if (job === null) return null;
  if (start.ended_lease !== undefined) {
    const isRenewed = await jobLocks.extendLease(job, lease, start.ended_lease);
    return isRenewed ? createRestartJob(machine)(job) : job;
  }
  if (start.started || job.taken_by === null) {
    const { user_id, job_id, kind } = job;
    await sendJob([{ user_id, job_id, kind, start_id: newId() }], delaySeconds);
  }
  if (start.abandoned !== undefined) await recordAbandoned(machine, start.abandoned);
  return job;
};

/** Starts a job, or returns the job of this kind that is already running for the reader. A dead job is restarted. */
export const createStartJob =
  (machine: JobMachine): StartJob =>
  async (userId, kind, { delaySeconds, jobId = machine.newId(), feedId = null } = {}) => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const asked = { ...newJob(userId, jobId, kind, machine.now()), feed_id: feedId };
      const job = await startOrJoin(machine, asked, delaySeconds);
      if (job !== null) return jobToWire(job);
    }
    throw new Error(`the ${kind} job of ${userId} changed ${ATTEMPTS} times while it was joined`);
  };
