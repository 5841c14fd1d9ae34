import type { FetchRow, ImportRow } from '../../contract/index.ts';

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
