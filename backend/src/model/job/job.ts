import type { JobKind, JobState, FetchRow, ImportRow } from '../../contract/index.ts';

export type Job = {
  user_id: string;
  job_id: string;
  kind: JobKind;
  state: JobState;
  done: number;
  total: number | null;
  result: Record<string, unknown> | null;
  created_at: string;
  /** The only feed of a fetch, whose past is brought, or that is left; otherwise null. */
  feed_id: string | null;
  /**
   * The time until which the job is held back, without a lock, and can be cancelled; null for a job that begins at
   * once.
   */
  not_before: string | null;
  /**
   * The `start_id` of the message that began the job. A message with another one is a duplicate or from before a
   * restart.
   */
  taken_by: string | null;
  /** The position of the next slice, where a restart continues; null before the first slice ended, or without slices. */
  cursor: string | null;
  /** Number of restarts after the job made no progress. */
  restarts: number;
  /** Expiry time in seconds since 1970; the history is kept for 30 days. */
  ttl: number;
};

export const isOver = ({ state }: Pick<Job, 'state'>): boolean => {
  switch (state) {
    case 'queued':
    case 'running':
      return false;
    case 'done':
    case 'failed':
    case 'cancelled':
      return true;
  }
};

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

/** The outcome of one feed in a fetch-feeds job or an import. */
export type FeedOutcome = Pick<
  FetchRow,
  'outcome' | 'total' | 'new_articles' | 'unchanged' | 'left_out' | 'unprocessable' | 'error_code'
> & {
  /** True if an import could not subscribe to the feed, because the reader reached the limit meanwhile. */
  is_over_limit?: boolean | undefined;
};

export const pendingFeed: FeedOutcome = {
  outcome: 'pending',
  total: null,
  new_articles: 0,
  unchanged: null,
  left_out: 0,
  unprocessable: 0,
  error_code: null,
};

/**
 * A part of a job that waits for feeds. It holds only a few feeds, so that recording an outcome rewrites little data.
 */
export type JobPart = {
  user_id: string;
  job_id: string;
  part: number;
  feeds: Record<string, FeedOutcome>;
  /** The planned rows of an import; the outcomes of their feeds are in `feeds`. */
  rows?: ImportRow[];
};

/** Checks whether every feed of a part has an outcome. */
export const isComplete = ({ feeds }: JobPart): boolean =>
  Object.values(feeds).every(({ outcome }) => outcome !== 'pending');

/** The parts of jobs. A part lives as long as its job. */
export type JobPartStore = {
  /** Writes the part unless it exists; returns the stored part. */
  create: (part: JobPart) => Promise<JobPart>;
  /** Writes parts of one job, replacing those that exist. */
  putAll: (parts: JobPart[]) => Promise<void>;
  /** Returns the parts of a job in their order. */
  list: (userId: string, jobId: string) => Promise<JobPart[]>;
  /** Records outcomes in one part and returns the stored part; repeating it changes nothing. */
  setOutcomes: (
    key: Pick<JobPart, 'user_id' | 'job_id' | 'part'>,
    outcomes: Record<string, FeedOutcome>,
  ) => Promise<JobPart | null>;
};
