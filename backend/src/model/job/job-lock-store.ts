import type { Job } from './job.ts';

/** The lock of a job: one of each kind for a reader. */
type Locked = Pick<Job, 'user_id' | 'kind' | 'job_id'>;

/** The outcome of asking for a lock. */
type Start = {
  started: boolean;
  /** The started job, or the job that holds the lock. */
  job: Job;
  /** The previous holder of the lock: an unfinished job whose lease has ended. */
  abandoned?: Job;
  /** The end of the holder's lease, if it is over and the holder may not be replaced. */
  ended_lease?: string;
};

/**
 * The locks, by which a reader has one job of a kind at a time:
 *
 *            start                  lease ends
 *     free ─────────► held ──────────────────────► held, replaceable
 *      ▲               │ ▲ │                             │     │
 *      │    release    │ └─┘ extendLease                 │     │ start by another job: held by that one
 *      └───────────────┴─────────────────────────────────┘     ▼
 *
 * A restarted holder extends its ended lease. The lock of a job that is over counts as free, so that nothing waits for a process that died before the release.
 */
export type JobLockStore = {
  /**
   * Takes the lock until `leaseUntil` and writes the job unless it exists. If the lease of the holder has ended,
   * `mayReplace` (default: always true) decides whether the job gets its lock.
   */
  start: (job: Job, leaseUntil: string, now: string, mayReplace?: (holder: Job) => boolean) => Promise<Start>;
  /** Returns the time until which the job holds the lock; null if it does not hold it. */
  leaseOf: (job: Locked) => Promise<string | null>;
  /** Extends the lease. Returns false if the job does not hold the lock, or if the lease does not end at `onlyIf`. */
  extendLease: (job: Locked, leaseUntil: string, onlyIf?: string) => Promise<boolean>;
  /** Releases the lock if this job holds it. */
  release: (job: Locked) => Promise<void>;
};
