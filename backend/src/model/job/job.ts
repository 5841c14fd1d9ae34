import type { JobKind, JobState } from '../../contract/index.ts';

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
