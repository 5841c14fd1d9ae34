import type { JobKind, JobState } from '../contract/index.ts';

export type Job = {
  user_id: string;
  job_id: string;
  kind: JobKind;
  state: JobState;
  done: number;
  total: number | null;
  result: Record<string, unknown> | null;
  created_at: string;
  /** Seconds since 1970: history is kept 30 days. */
  ttl: number;
};

/** What became of one feed in a fetch-feeds job. */
export type FeedOutcome = {
  outcome: 'pending' | 'updated' | 'unchanged' | 'skipped' | 'failed';
  new_articles: number;
  error_code: string | null;
};

/** A slice of a fetch-feeds job: at most 30 feeds, so that recording an outcome rewrites little. */
export type JobPart = { user_id: string; job_id: string; part: number; feeds: Record<string, FeedOutcome> };

export type JobStore = {
  /** Takes the reader's lock for this kind and writes the job; if the lock is held, answers with the job that holds it. */
  start: (job: Job, leaseUntil: string, now: string) => Promise<{ started: boolean; job: Job }>;
  get: (userId: string, jobId: string) => Promise<Job | null>;
  /** Newest first. */
  list: (userId: string) => Promise<Job[]>;
  /** Null when there is none. */
  update: (
    userId: string,
    jobId: string,
    changes: Partial<Pick<Job, 'state' | 'done' | 'total' | 'result'>>,
  ) => Promise<Job | null>;
  extendLease: (job: Pick<Job, 'user_id' | 'kind' | 'job_id'>, leaseUntil: string) => Promise<void>;
  /** Lets the lock go if this job holds it. */
  release: (job: Pick<Job, 'user_id' | 'kind' | 'job_id'>) => Promise<void>;
  putParts: (parts: JobPart[]) => Promise<void>;
  listParts: (userId: string, jobId: string) => Promise<JobPart[]>;
  /** Records outcomes in one part; setting one twice changes nothing. Answers with the part as it then stands. */
  setOutcomes: (
    key: Pick<JobPart, 'user_id' | 'job_id' | 'part'>,
    outcomes: Record<string, FeedOutcome>,
  ) => Promise<JobPart | null>;
};
