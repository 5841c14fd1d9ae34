import type { FetchRow, ImportRow, JobKind, JobState } from '../contract/index.ts';

export type Job = {
  user_id: string;
  job_id: string;
  kind: JobKind;
  state: JobState;
  done: number;
  total: number | null;
  result: Record<string, unknown> | null;
  created_at: string;
  /** The one feed that a fetch is for; null where it is for all of them, and for every other kind. */
  feed_id: string | null;
  /** It is held back until then, without a lock, and can be called off; null for one that begins at once. */
  not_before: string | null;
  /** The `start_id` of the message that began it: another is a duplicate, or comes from before it was restarted. */
  taken_by: string | null;
  /** How many times it was begun anew after it had come no further. */
  restarts: number;
  /** Seconds since 1970: history is kept 30 days. */
  ttl: number;
};

/** What became of one feed in a fetch-feeds job or an import. */
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

/** A slice of a job that waits for feeds: a few of them, so that recording an outcome rewrites little. */
export type JobPart = {
  user_id: string;
  job_id: string;
  part: number;
  feeds: Record<string, FeedOutcome>;
  /** Of an import, the rows as they were planned; what became of their feeds is in `feeds`. */
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

/** What changes of a job as it goes on. */
export type JobChanges = Partial<Pick<Job, 'state' | 'done' | 'total' | 'result'>>;

export type JobStore = {
  /**
   * Takes the reader's lock for this kind and writes the job unless it stands; if the lock is held, answers with the job
   * that holds it, and with the end of its lease where that is over and `mayReplace` says no.
   * `abandoned` held it, is not over, and its lease has ended.
   */
  start: (
    job: Job,
    leaseUntil: string,
    now: string,
    mayReplace?: (holder: Job) => boolean,
  ) => Promise<{ started: boolean; job: Job; abandoned?: Job; ended_lease?: string }>;
  /** Writes a job that takes no lock, since it is over or held back, unless it stands; answers with the one that stands. */
  record: (job: Job) => Promise<Job>;
  get: (userId: string, jobId: string) => Promise<Job | null>;
  /** Newest first; those that come after the job `after` in this order, at most `limit` (default all). */
  list: (userId: string, page?: { limit?: number; after?: string | undefined }) => Promise<Job[]>;
  /** Null, and nothing changed, when there is none or its state is none of `onlyIn` (default: it is not over). */
  update: (
    userId: string,
    jobId: string,
    changes: JobChanges,
    onlyIn?: readonly JobState[],
  ) => Promise<Job | null>;
  /** As update, but only while it has the message and the scope that it was read with. */
  advance: (job: Job, changes: JobChanges) => Promise<Job | null>;
  /**
   * Changes what a job is to do and, with `taken_by` null, gives it to the next message that comes. Null, and nothing
   * changed, when it is over or was begun, planned or begun anew since it was read.
   */
  amend: (
    job: Job,
    changes: Partial<Pick<Job, 'feed_id' | 'not_before' | 'restarts' | 'taken_by' | 'total'>>,
  ) => Promise<Job | null>;
  /** Begins it: it runs. Null when it is over or a message of another `start_id` has it, else as it then stands. */
  take: (job: Pick<Job, 'user_id' | 'job_id'>, startId: string) => Promise<Job | null>;
  /** Until when it holds the reader's lock; null when it does not. */
  leaseOf: (job: Pick<Job, 'user_id' | 'kind' | 'job_id'>) => Promise<string | null>;
  /** False when it does not hold the lock, or holds it until another time than `onlyIf`. */
  extendLease: (
    job: Pick<Job, 'user_id' | 'kind' | 'job_id'>,
    leaseUntil: string,
    onlyIf?: string,
  ) => Promise<boolean>;
  /** Lets the lock go if this job holds it. */
  release: (job: Pick<Job, 'user_id' | 'kind' | 'job_id'>) => Promise<void>;
  /** Writes the part unless it stands; answers with the one that stands. */
  createPart: (part: JobPart) => Promise<JobPart>;
  putParts: (parts: JobPart[]) => Promise<void>;
  listParts: (userId: string, jobId: string) => Promise<JobPart[]>;
  /** Records outcomes in one part; setting one twice changes nothing. Answers with the part as it then stands. */
  setOutcomes: (
    key: Pick<JobPart, 'user_id' | 'job_id' | 'part'>,
    outcomes: Record<string, FeedOutcome>,
  ) => Promise<JobPart | null>;
};
