import type { JobState } from '../../contract/index.ts';
import type { Job } from './job.ts';

/** The fields of a job that change while it runs. */
type JobChanges = Partial<Pick<Job, 'state' | 'done' | 'total' | 'result' | 'cursor'>>;

/**
 * The jobs as one state machine, with the verb that makes each change:
 *
 *     JobLockStore.start (takes the lock)
 *     record (held back, no lock)
 *         │
 *         ▼      take                      advance
 *      queued ──────────► running ──────────────────────► done
 *         │                │  ▲ │
 *         │                │  └─┘ advance: a slice came further
 *         │                │      amend, then take: restarted, or widened to all feeds
 *         │     update     ▼
 *         └────────────────┴────────────────────────────► cancelled, failed
 *
 * `amend` also changes a queued job. No verb changes a job that is over: done, cancelled or failed. `record` also
 * writes a job that is done already. Whoever ends a job releases its lock afterwards.
 */
export type JobStore = {
  /** Writes a job that takes no lock, because it is over or held back, unless it exists. Returns the stored job. */
  record: (job: Job) => Promise<Job>;
  get: (userId: string, jobId: string) => Promise<Job | null>;
  /** Returns at most `limit` jobs (default: all), the newest first, beginning after the job `after`. */
  list: (userId: string, page?: { limit?: number; after?: string | undefined }) => Promise<Job[]>;
  /**
   * Sets the job to running for the message with this `start_id`. Returns the stored job, or null if it is over or a
   * message with another `start_id` has begun it.
   */
  take: (job: Pick<Job, 'user_id' | 'job_id'>, startId: string) => Promise<Job | null>;
  /**
   * Changes a job for the slice that runs it: only while its `taken_by` and `feed_id` are still those that were read.
   * Otherwise, or if the job is over, returns null and changes nothing.
   */
  advance: (job: Job, changes: JobChanges) => Promise<Job | null>;
  /**
   * Changes the task of a job; `taken_by` null gives the job to the next message. Returns null and changes nothing if
   * the job is over, or was begun, planned or restarted since it was read.
   */
  amend: (
    job: Job,
    changes: Partial<Pick<Job, 'feed_id' | 'not_before' | 'restarts' | 'taken_by' | 'total'>>,
  ) => Promise<Job | null>;
  /**
   * Changes a job from outside, whoever runs it. Returns null and changes nothing if there is no such job or its state
   * is not in `onlyIn` (default: the states of a job that is not over).
   */
  update: (
    userId: string,
    jobId: string,
    changes: JobChanges,
    onlyIn?: readonly JobState[],
  ) => Promise<Job | null>;
};
