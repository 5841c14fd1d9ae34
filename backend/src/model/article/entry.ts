import type { RowExtra, TextSource } from '../../contract/index.ts';
import type { ReadWatermark } from './watermark.ts';
import type { StoredReason } from '../score/score.ts';

/** An article in one reader's lists. An entry and its indexes stay under 1 KB, so that each write is cheap. */
export type Entry = {
  user_id: string;
  article_id: string;
  /** The reader's feeds that carry the article. The article is listed and counted under the first one. */
  feed_ids: [string, ...string[]];
  link: string | null;
  title: string;
  /** Plain text of at most 300 bytes. It is shorter if the entry would otherwise exceed 1 KB or its row 803 bytes. */
  excerpt: string;
  published_at: string;
  is_date_estimated: boolean;
  /** The time when the article reached this reader. */
  created_at: string;
  /** Null until the article is scored. */
  importance_score: number | null;
  /** The reasons for the score, each with the id of a keyword that was active when the article was scored. */
  reasons: StoredReason[];
  /** The half-life in days by which the entry sorts by importance; 0 if it sorts by its score alone. */
  freshness_days: number;
  /** The keywords_version of the profile when the article was scored. */
  keywords_version: number;
  is_read: boolean;
  read_at: string | null;
  /**
   * The `seq` of the last mark made before the reader marked this entry unread; marks up to it do not cover the entry.
   */
  unread_after: number | null;
  /** True if the entry stays, with a copy of its text: the reader saved it or gave it tags (`isSavedByReader`). */
  is_saved: boolean;
  /**
   * The time when the reader saved it or, if only tags keep it, gave it the first tag. Null while nothing keeps it, in a
   * row of a list of other entries than those that stay, and if it was saved before this time was stored.
   */
  saved_at: string | null;
  /** The tags that the reader gave it; while there are any, `is_saved` is true. */
  own_tags: readonly string[];
  /** True if only tags keep the entry, so that it is shown as one that is not saved. */
  is_kept_by_tags: boolean;
  /** The time from which the entry is hidden; null while it is saved. */
  expires_at: string | null;
  /** The hours after its arrival at which a rule lets it go; null if none does. */
  rule_hours: number | null;
  /** The days for which the reader keeps articles of its feed, read or not; null if as any other. */
  kept_days: number | null;
  /** The text that the reader chose for this article alone; null leaves it to the feed's mode. */
  text_source: TextSource | null;
  /**
   * Changes when the text changes that the reader sees (`textVersion`), so that search notices it where no other field
   * of the row tells. Null until the first change that was noted.
   */
  text_version: number | null;
  extra: RowExtra;
};

/** The fields of an entry that search needs. Times are in milliseconds since 1970. */
export type SearchableRow = Pick<
  Entry,
  | 'article_id'
  | 'feed_ids'
  | 'title'
  | 'excerpt'
  | 'published_at'
  | 'importance_score'
  | 'is_read'
  | 'unread_after'
  | 'is_saved'
  | 'is_kept_by_tags'
  | 'text_version'
> & {
  /** The checksum of title and excerpt (`textChecksum`). */
  text_checksum: number;
  created_ms: number;
  expires_ms: number | null;
  reading_minutes: number | null;
  /** The tags that rules and the reader gave it, each once. */
  tags: readonly string[];
  story: string | null;
};

/** Checks whether the reader saved an entry themselves. */
export const isSavedByReader = ({
  is_saved,
  is_kept_by_tags,
}: Pick<Entry, 'is_saved' | 'is_kept_by_tags'>): boolean => is_saved && !is_kept_by_tags;

/** Returns the tags of rules, then those of the reader, each once. */
export const allTags = (ofRules: readonly string[], ofReader: readonly string[]): readonly string[] =>
  ofReader.length === 0 ? ofRules : [...new Set([...ofRules, ...ofReader])];

/** Returns all tags of an entry. */
export const tagsOf = ({ own_tags, extra }: Pick<Entry, 'own_tags' | 'extra'>): readonly string[] =>
  allTags(extra.tags ?? [], own_tags);

/** The fields of an entry that a list shows, which are those that the indexes carry. */
export type EntryRow = Omit<Entry, 'reasons' | 'freshness_days' | 'keywords_version' | 'text_source'> & {
  /** The place by importance (`importanceOrder`). In a list by time it is null. */
  order: number | null;
  /** The largest reasons, as `topReasons` returns them. */
  top_reasons: { keyword_id: string; contribution: number }[];
  /** The score without what was learned from the reader; null if nothing was learned about the article. */
  unlearned_score: number | null;
};

export type EntryListQuery = {
  user_id: string;
  /** `published_at` is the newest first: of entries that stay, those that were saved last. */
  sort: 'published_at' | 'oldest' | 'importance_score';
  filter: 'all' | 'unread' | 'read' | 'saved';
  /** The feeds to list; null means all feeds. For a folder, the ids of its feeds. */
  feed_ids: string[] | null;
  /** The tag that listed entries have, of a rule or of the reader's own. Only entries that stay are found by it. */
  tag?: string | undefined;
  /**
   * The reader's half-life in days, for order by importance where no index has it: of feeds, of saved entries, of what
   * marks cover. The score alone orders them if it is absent or 0.
   */
  freshness_days?: number;
  /** Number of rows in a page, 1 to 500. */
  limit: number;
  /** The position of the last row of the previous page. */
  after: EntryPosition | null;
  /** The current time. Entries whose expires_at is past are left out. */
  now: string;
  /** The reader's marks. Entries that a mark covers are listed as read. */
  watermarks?: ReadWatermark[];
  /**
   * Tells whether an entry is only of feeds that the reader has left, and which a job has not removed yet. It is listed
   * only if it is saved, and then as read, since no count has it.
   */
  isLeft?: (row: Pick<EntryRow, 'feed_ids'>) => boolean;
  /**
   * False to read eventually consistent, at half the price: by time, and all feeds by importance. Default true.
   */
  is_consistent?: boolean;
  /** The most rows that can follow `after`, if known. The store stops looking once it has found that many. */
  at_most?: number | null;
};

/**
 * The position of a row in a list, all parts descending unless the oldest come first: by importance its `order` first (null last);
 * in a list of entries that stay `saved_at`, or the time of publication if it is null; then the time of publication, then the id.
 */
export type EntryPosition = {
  order: number | null;
  saved_at?: string | null;
  published_at: string;
  article_id: string;
};

export type EntryStore = {
  /**
   * Stores a new entry. Returns false if the key already exists, as an entry or as a tombstone. With `allowRefollow`, the
   * entry may replace a tombstone that `leave` wrote with `allowRefollow`. It replaces a tombstone that `mute` wrote for
   * a rule that is not among `muting`, the rules that mute now. Only fan-out calls this.
   */
  create: (entry: Entry, allowRefollow?: boolean, muting?: readonly string[]) => Promise<boolean>;
  /**
   * Stores a new entry for which the reader asked by its address, in place of any tombstone. Returns false if there is an
   * entry.
   */
  bring: (entry: Entry) => Promise<boolean>;
  get: (userId: string, articleId: string) => Promise<Entry | null>;
  /** Returns those that exist, in no particular order. The read is strongly consistent by default. */
  getMany: (userId: string, articleIds: string[], isConsistent?: boolean) => Promise<Entry[]>;
  /**
   * Changes an entry under optimistic locking: it reads the entry, applies `change`, writes on condition that nobody
   * wrote in between, and retries on a conflict. `change` returns null to leave the entry as it is. Returns the stored
   * entry, or null if there is none.
   */
  change: (
    userId: string,
    articleId: string,
    change: (entry: Entry) => Entry | null,
  ) => Promise<Entry | null>;
  /**
   * Returns one page, by a strongly consistent read by default; `has_more` is exact. `ranked_of` is null, or the number of the
   * newest entries that were sorted, if the query has more than can be sorted in memory; older ones are not listed then.
   */
  list: (query: EntryListQuery) => Promise<{ rows: EntryRow[]; has_more: boolean; ranked_of: number | null }>;
  /**
   * Returns all entries of a reader in no particular order, expired ones included. The reads are eventually consistent
   * and concurrent, at about 0.08 read units per entry. An entry whose read state changes meanwhile may be missing, and
   * is returned by the next call.
   */
  listSearchable: (userId: string) => Promise<SearchableRow[]>;
  /**
   * Returns the newest entries that were read, or those that were not, at most `limit`, expired ones included and without
   * regard to marks. The read is eventually consistent, at about 0.08 read units per entry.
   */
  listNewest: (userId: string, isRead: boolean, limit: number) => Promise<EntryRow[]>;
  /**
   * Counts a feed's unread entries with the marks applied, and returns the earliest expiry among them. The read is
   * strongly consistent.
   */
  countUnread: (
    userId: string,
    feedId: string,
    now: string,
    watermarks?: ReadWatermark[],
  ) => Promise<{ count: number; first_expiry: string | null }>;
  /**
   * Counts the unread entries of every feed as countUnread does, in one pass over the reader's unread entries, page by
   * page. Feeds without unread entries are missing from the map. The reads are strongly consistent.
   */
  countAllUnread: (
    userId: string,
    now: string,
    watermarks?: ReadWatermark[],
  ) => Promise<Map<string, { count: number; first_expiry: string | null }>>;
  /**
   * Counts the entries that stay by their tags, those of rules included. The read is eventually consistent, at about 0.08 read units
   * per entry that stays.
   */
  countTagged: (userId: string) => Promise<Map<string, number>>;
  /**
   * Returns the approximate number of a reader's entries: an eventually consistent read of an index, at 0.08 read units
   * per entry.
   */
  count: (userId: string) => Promise<number>;
  /** Counts the entries without a score that have not expired. The read is eventually consistent. */
  countUnscored: (userId: string, now: string) => Promise<number>;
  /**
   * Returns the ids of at most `limit` entries without a score, in no particular order. It reads no other entry, and is
   * strongly consistent.
   */
  listUnscored: (userId: string, limit: number) => Promise<string[]>;
  /** Returns a reader's entries with their reasons in key order, at most `limit` of those after `after`. */
  scan: (userId: string, after: string | null, limit: number) => Promise<Entry[]>;
  /**
   * Lists entries that have expired but are still in the table. It reads at most `limit` rows after `after`. `next` is
   * the `after` for the next call; null at the end. The read is eventually consistent.
   */
  listExpired: (
    userId: string,
    now: string,
    after: string | null,
    limit: number,
  ) => Promise<{ expired: EntryRow[]; next: string | null }>;
  /**
   * Replaces an entry with a tombstone until `ttl` (seconds since 1970), so that the article does not appear again as
   * new. Returns false if the entry is saved, is gone or, if `expiredBefore` is given, had not expired by then.
   */
  replaceWithTombstone: (
    userId: string,
    articleId: string,
    ttl: number,
    expiredBefore?: string,
  ) => Promise<boolean>;
  /**
   * Replaces an entry with a tombstone, as `replaceWithTombstone` does, when the reader unsubscribes from its feeds. Other feeds do not
   * bring the article back; with `allowRefollow`, subscribing to a feed that carries it may. Returns false if the entry is
   * saved, is gone, or is no longer carried by exactly these `feed_ids`.
   */
  leave: (
    entry: Pick<Entry, 'user_id' | 'article_id' | 'feed_ids'>,
    ttl: number,
    allowRefollow: boolean,
  ) => Promise<boolean>;
  /**
   * Leaves a tombstone that names the rule that mutes the article (`muteName`) where there is no entry yet, so that the
   * article does not appear.
   * Does nothing if there is an entry or a tombstone.
   */
  mute: (
    key: Pick<Entry, 'user_id' | 'article_id'>,
    mute: { muted_by: string; ttl: number },
  ) => Promise<void>;
  /**
   * Replaces an entry that is neither saved nor read with the tombstone that `mute` leaves. Returns false if it is saved,
   * read or gone.
   */
  muteUnread: (
    key: Pick<Entry, 'user_id' | 'article_id'>,
    mute: { muted_by: string; ttl: number },
  ) => Promise<boolean>;
  /** Deletes an entry without leaving a tombstone. Returns false in the same cases as `replaceWithTombstone`. */
  delete: (userId: string, articleId: string, expiredBefore?: string) => Promise<boolean>;
};
