import type { Job } from '../jobs/job.ts';

/** A reader as the owner's list knows them. */
export type ListedReader = { user_id: string; created_at: string };

/** What is true of a reader's items whatever they are; nothing else looks across capabilities. */
export type ReaderStore = {
  /** Puts a reader on the owner's list; doing so again changes nothing. */
  enlist: (userId: string, now: string) => Promise<void>;
  /** By user_id, those after `after`. */
  list: (page: {
    after: string | null;
    limit: number;
  }) => Promise<{ readers: ListedReader[]; has_more: boolean }>;
  /** Those of the feeds that would still hand their articles to the reader. */
  followedAmong: (userId: string, feedIds: string[]) => Promise<string[]>;
  /**
   * Deletes items of the reader and the blobs that they name, at most about `limit`, but neither the profile nor what
   * keeps this job going. Answers with how many; 0 when nothing else is left.
   */
  clear: (userId: string, job: Pick<Job, 'job_id' | 'kind'>, limit: number) => Promise<number>;
  /** Deletes blobs that no item named: documents to import, and what a save left that was cut off. */
  clearBlobs: (userId: string) => Promise<void>;
  /** Deletes what `clear` left and the reader's place on the owner's list, the job itself last. */
  clearRest: (userId: string, job: Pick<Job, 'job_id' | 'kind'>) => Promise<void>;
};
