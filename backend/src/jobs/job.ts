import type { ImportRow, JobKind, JobState } from '../contract/index.ts';

export type Job = {
  user_id: string;
  job_id: string;
  kind: JobKind;
  state: JobState;
  done: number;
  total: number | null;
  result: Record<string, unknown> | null;
  created_at: string;
  /** The `start_id` of the message that began it: another is a duplicate. Null until then. */
  taken_by: string | null;
  /** Seconds since 1970: history is kept 30 days. */
  ttl: number;
};

/** What became of one feed in a fetch-feeds job. */
export type FeedOutcome = {
  outcome: 'pending' | 'updated' | 'unchanged' | 'skipped' | 'failed';
  new_articles: number;
  error_code: string | null;
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

export type JobStore = {
  /**
   * Takes the reader's lock for this kind and writes the job; if the lock is held, answers with the job that holds it.
   * `abandoned` held it, is not over, and its lease has ended.
   */
  start: (
    job: Job,
    leaseUntil: string,
    now: string,
  ) => Promise<{ started: boolean; job: Job; abandoned?: Job }>;
  /** Writes a job that needs no lock since it is over. */
  record: (job: Job) => Promise<void>;
  get: (userId: string, jobId: string) => Promise<Job | null>;
  /** Newest first. */
  list: (userId: string) => Promise<Job[]>;
  /** Null, and nothing changed, when there is none or it is over. */
  update: (
    userId: string,
    jobId: string,
    changes: Partial<Pick<Job, 'state' | 'done' | 'total' | 'result'>>,
  ) => Promise<Job | null>;
  /** False when a message of another `start_id` took it first. */
  take: (job: Pick<Job, 'user_id' | 'job_id'>, startId: string) => Promise<boolean>;
  /** Until when it holds the reader's lock; null when it does not. */
  leaseOf: (job: Pick<Job, 'user_id' | 'kind' | 'job_id'>) => Promise<string | null>;
  extendLease: (job: Pick<Job, 'user_id' | 'kind' | 'job_id'>, leaseUntil: string) => Promise<void>;
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
