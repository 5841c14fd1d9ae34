import type { Job } from '../job/job.ts';
import type { Subscription } from '../feed/subscription.ts';
import type { ReaderRules } from '../rules/rule.ts';
import type { Profile } from './profile.ts';

/** A reader on the owner's list. */
type ListedReader = { user_id: string; created_at: string };

/** The operations on all of a reader's items of any kind; no other store spans several capabilities. */
export type ReaderStore = {
  /** Adds a reader to the owner's list; doing so again changes nothing. */
  enlist: (userId: string, now: string) => Promise<void>;
  /** Lists readers in order of user_id, those after `after`. */
  list: (page: {
    after: string | null;
    limit: number;
  }) => Promise<{ readers: ListedReader[]; has_more: boolean }>;
  /** Returns those of the feeds that would still deliver their articles to the reader. */
  followedAmong: (userId: string, feedIds: string[]) => Promise<string[]>;
  /**
   * Deletes items of the reader and the blobs that they name, about `limit` at most, except the profile and the items
   * that keep this job running. Returns how many were deleted; 0 when nothing else is left.
   */
  clear: (userId: string, job: Pick<Job, 'job_id' | 'kind'>, limit: number) => Promise<number>;
  /** Deletes blobs that no item names: documents to import, editions, and remains of an interrupted save. */
  clearBlobs: (userId: string) => Promise<void>;
  /**
   * Deletes the items that `clear` kept, and the reader's entry on the owner's list. The job itself is deleted last.
   */
  clearRest: (userId: string, job: Pick<Job, 'job_id' | 'kind'>) => Promise<void>;
};

/** Number of readers read from the list at a time. */
const PAGE = 500;

/** Yields the id of every reader on the owner's list, in order. Each page is read when it is reached. */
export const allReaders = async function* (readers: Pick<ReaderStore, 'list'>): AsyncGenerator<string> {
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<ReaderStore['list']>> = await readers.list({ after, limit: PAGE });
    for (const { user_id } of page.readers) yield user_id;
    after = page.has_more ? (page.readers.at(-1)?.user_id ?? null) : null;
  } while (after !== null);
};

/** The items of a reader that decide how articles of a feed arrive. */
type ArrivalTerms = {
  /** Null before the reader's first write. */
  profile: Profile | null;
  /** Null if the reader does not follow the feed. */
  subscription: Subscription | null;
  rules: ReaderRules;
};

/** Reads several items of a reader by one strongly consistent request; they may be of slightly different times. */
export type ArrivalStore = {
  /** Returns what is needed of a reader before entries are written. */
  getTerms: (userId: string, feedId: string) => Promise<ArrivalTerms>;
  /** Returns what may have changed while entries were written: the profile, and whether the reader still follows the feed. */
  getChangeable: (
    userId: string,
    feedId: string,
  ) => Promise<{ profile: Profile | null; is_followed: boolean }>;
};
