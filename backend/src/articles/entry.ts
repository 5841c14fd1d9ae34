import type { Mark } from './marks.ts';
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
  /** Of an entry that was marked unread: the `seq` of the last mark before, which does not cover it. */
  unread_after: number | null;
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
  /** What these cover is listed as read. */
  marks?: Mark[];
  /** No more are there from `after` on, where that is known: it is not looked for more. */
  at_most?: number | null;
};

/** Where a row stands in its order: score (null last), then time, then id, all descending. */
export type EntryPosition = { importance_score: number | null; published_at: string; article_id: string };

export type EntryStore = {
  /**
   * False if the key exists already, as an entry or as a tombstone; `returns` takes the place of what was left. Only
   * fan-out calls this.
   */
  create: (entry: Entry, returns?: boolean) => Promise<boolean>;
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
  /** A feed's unread under the marks, and when the first of them expires; strongly consistent. */
  countUnread: (
    userId: string,
    feedId: string,
    now: string,
    marks?: Mark[],
  ) => Promise<{ count: number; first_expiry: string | null }>;
  /**
   * Every feed's unread under the marks as countUnread counts it, in one pass through the reader's unread, a page at a time;
   * feeds without any are missing. Strongly consistent.
   */
  countAllUnread: (
    userId: string,
    now: string,
    marks?: Mark[],
  ) => Promise<Map<string, { count: number; first_expiry: string | null }>>;
  /** How many entries a reader has, roughly: read from an index, eventually consistent, at 0.05 read units each. */
  count: (userId: string) => Promise<number>;
  /** Every entry of a reader with its reasons, in key order, at most `limit` from after `after`. */
  scan: (userId: string, after: string | null, limit: number) => Promise<Entry[]>;
  /**
   * Entries hidden by their expires_at that the table still holds, among at most `limit` rows from after `after`. `next` is the
   * `after` of the rest; null at the end. Eventually consistent.
   */
  listExpired: (
    userId: string,
    now: string,
    after: string | null,
    limit: number,
  ) => Promise<{ expired: EntryRow[]; next: string | null }>;
  /**
   * Leaves the key of an entry as a tombstone until `ttl` (seconds since 1970), so that nothing shows the article again as
   * new. False for one that is saved or gone, or, where a time is given, not expired by then.
   */
  bury: (userId: string, articleId: string, ttl: number, expiredBefore?: string) => Promise<boolean>;
  /**
   * As `bury`, for an entry whose feeds the reader leaves: no other feed shows it again; where it `returns`, following one
   * anew may. False for one that is saved or gone, or has come to another feed since it was read.
   */
  leave: (
    entry: Pick<Entry, 'user_id' | 'article_id' | 'feed_ids'>,
    ttl: number,
    returns: boolean,
  ) => Promise<boolean>;
  /** Takes the key too. False as for `bury`. */
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
  /** Gives the copy that was saved then a `ttl`; nothing where another has taken its place. */
  expire: (userId: string, articleId: string, savedAt: string, ttl: number) => Promise<void>;
  /** Takes the ttl away again. */
  keep: (userId: string, articleId: string) => Promise<void>;
  delete: (userId: string, articleId: string) => Promise<void>;
  /**
   * Deletes copies whose ttl is past and that no time to live removes, since they have a blob: among at most `limit` copies
   * from after the article `after`. Answers with how many, and with the `after` of the rest, null at the end.
   */
  sweep: (
    userId: string,
    now: Date,
    after: string | null,
    limit: number,
  ) => Promise<{ deleted: number; next: string | null }>;
};
