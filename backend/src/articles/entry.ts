import type { StoredReason } from '../scoring/score.ts';

/** An article in one reader's lists. Stays under 1 KB with its indexes, so that each write of it is cheap. */
export type Entry = {
  user_id: string;
  article_id: string;
  /** The reader's feeds that carry the article; it is listed and counted under the first. */
  feed_ids: [string, ...string[]];
  link: string | null;
  title: string;
  /** Plain text, at most 120 characters, shorter where the entry would outgrow 1 KB. */
  excerpt: string;
  published_at: string;
  is_date_estimated: boolean;
  /** When the article reached this reader. */
  created_at: string;
  /** Null while it waits to be scored. */
  importance_score: number | null;
  /** One for each keyword that was active when it was scored. */
  reasons: StoredReason[];
  /** The keywords_version it was scored with. */
  keywords_version: number;
  is_read: boolean;
  read_at: string | null;
  is_saved: boolean;
  /** Hidden from then on; null while it is saved. */
  expires_at: string | null;
};

/** What a list shows of an entry: what the indexes carry. */
export type EntryRow = Omit<Entry, 'reasons' | 'keywords_version' | 'read_at'> & {
  top_reasons: { keyword_id: string; contribution: number }[];
};

export type EntryListQuery = {
  user_id: string;
  sort: 'published_at' | 'importance_score';
  filter: 'all' | 'unread' | 'read' | 'saved';
  /** Null for all feeds; a folder is the list of its feeds. */
  feed_ids: string[] | null;
  /** 1 to 200. */
  limit: number;
  /** The last row of the page before. */
  after: EntryPosition | null;
  /** Entries whose expires_at is past are left out. */
  now: string;
};

/** Where a row stands in its order: score (null last), then time, then id, all descending. */
export type EntryPosition = { importance_score: number | null; published_at: string; article_id: string };

export type EntryStore = {
  /** False if the key exists already, as an entry or as a tombstone. Only fan-out calls this. */
  create: (entry: Entry) => Promise<boolean>;
  get: (userId: string, articleId: string) => Promise<Entry | null>;
  getMany: (userId: string, articleIds: string[]) => Promise<Entry[]>;
  /**
   * Reads, changes and writes on condition that nobody wrote in between, again until it holds. `change` answers null
   * to leave the entry as it is. Answers with what stands; null when there is no such entry.
   */
  change: (
    userId: string,
    articleId: string,
    change: (entry: Entry) => Entry | null,
  ) => Promise<Entry | null>;
  /** One page, strongly consistent; `has_more` is exact. */
  list: (query: EntryListQuery) => Promise<{ rows: EntryRow[]; has_more: boolean }>;
  countUnread: (userId: string, feedId: string, now: string) => Promise<number>;
  /** How many entries a reader has, roughly: read from an index, eventually consistent, at 0.05 read units each. */
  count: (userId: string) => Promise<number>;
  /** Every entry of a reader with its reasons, in key order, at most `limit` from after `after`. */
  scan: (userId: string, after: string | null, limit: number) => Promise<Entry[]>;
  /** Entries hidden by their expires_at that the table still holds, at most `limit`. */
  listExpired: (
    userId: string,
    now: string,
    limit: number,
  ) => Promise<{ article_id: string; is_read: boolean }[]>;
  /**
   * Leaves the key of an entry that is expired by then and not saved as a tombstone until `ttl` (seconds since 1970), so
   * that nothing shows the article again as new. False for any other.
   */
  bury: (userId: string, articleId: string, ttl: number, expiredBefore: string) => Promise<boolean>;
  /** False for one that is saved or gone, or, where a time is given, not expired by then. */
  delete: (userId: string, articleId: string, expiredBefore?: string) => Promise<boolean>;
};

/** A reader's own copy of a saved article, which outlives the feed's. */
export type SavedCopy = {
  user_id: string;
  article_id: string;
  feed_title: string;
  summary: string;
  content: string;
  author: string | null;
  enclosures: { url: string; type: string | null; length: number | null }[];
  saved_at: string;
  /** Seconds since 1970: when a copy that was let go is deleted; null while the article is saved. */
  ttl: number | null;
};

export type SavedStore = {
  put: (copy: SavedCopy) => Promise<void>;
  get: (userId: string, articleId: string) => Promise<SavedCopy | null>;
  delete: (userId: string, articleId: string) => Promise<void>;
};
