import type { FetchRow, ImportRow, JobKind, JobState } from '../../contract/index.ts';

export type Job = {
  user_id: string;
  job_id: string;
  kind: JobKind;
  state: JobState;
  done: number;
  total: number | null;
  result: Record<string, unknown> | null;
  created_at: string;
  /** The only feed of a fetch; null for a fetch of all feeds and for every other kind. */
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
  /** Number of restarts after the job made no progress. */
  restarts: number;
  /** Expiry time in seconds since 1970; the history is kept for 30 days. */
  ttl: number;
};

/** The outcome of one feed in a fetch-feeds job or an import. */
export type FeedOutcome = Pick<
  FetchRow,
  'outcome' | 'total' | 'new_articles' | 'unchanged' | 'left_out' | 'unprocessable' | 'error_code'
>;

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
type JobChanges = Partial<Pick<Job, 'state' | 'done' | 'total' | 'result'>>;

export type JobStore = {
  /**
   * Takes the reader's lock for this kind and writes the job unless it exists. If the lock is held, returns the job
   * that holds it, and also the end of its lease if the lease is over but `mayReplace` returns false. `abandoned` is
   * the previous holder of the lock, an unfinished job whose lease has ended.
   */
  start: (
    job: Job,
    leaseUntil: string,
    now: string,
    mayReplace?: (holder: Job) => boolean,
  ) => Promise<{ started: boolean; job: Job; abandoned?: Job; ended_lease?: string }>;
  /** Writes a job that takes no lock, because it is over or held back, unless it exists. Returns the stored job. */
  record: (job: Job) => Promise<Job>;
  get: (userId: string, jobId: string) => Promise<Job | null>;
  /** Returns at most `limit` jobs (default: all), the newest first, beginning after the job `after`. */
  list: (userId: string, page?: { limit?: number; after?: string | undefined }) => Promise<Job[]>;
  /**
   * Changes a job. Returns null and changes nothing if there is no such job or its state is not in `onlyIn` (default:
   * the states of a job that is not over).
   */
  update: (
    userId: string,
    jobId: string,
    changes: JobChanges,
    onlyIn?: readonly JobState[],
  ) => Promise<Job | null>;
  /** Changes a job like `update`, but only while its `taken_by` and `feed_id` are still those that were read. */
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
   * Sets the job to running for the message with this `start_id`. Returns the stored job, or null if it is over or a
   * message with another `start_id` has begun it.
   */
  take: (job: Pick<Job, 'user_id' | 'job_id'>, startId: string) => Promise<Job | null>;
  /** Returns the time until which the job holds the reader's lock; null if it does not hold it. */
  leaseOf: (job: Pick<Job, 'user_id' | 'kind' | 'job_id'>) => Promise<string | null>;
  /** Extends the lease. Returns false if the job does not hold the lock, or if the lease does not end at `onlyIf`. */
  extendLease: (
    job: Pick<Job, 'user_id' | 'kind' | 'job_id'>,
    leaseUntil: string,
    onlyIf?: string,
  ) => Promise<boolean>;
  /** Releases the lock if this job holds it. */
  release: (job: Pick<Job, 'user_id' | 'kind' | 'job_id'>) => Promise<void>;
  /** Writes the part unless it exists; returns the stored part. */
  createPart: (part: JobPart) => Promise<JobPart>;
  putParts: (parts: JobPart[]) => Promise<void>;
  listParts: (userId: string, jobId: string) => Promise<JobPart[]>;
  /** Records outcomes in one part and returns the stored part; repeating it changes nothing. */
  setOutcomes: (
    key: Pick<JobPart, 'user_id' | 'job_id' | 'part'>,
    outcomes: Record<string, FeedOutcome>,
  ) => Promise<JobPart | null>;
};
