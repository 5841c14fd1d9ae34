import type { Condition, Query } from '../query/query.ts';
import type { Part } from '../segment/part.ts';

/** The present state of an article in the table. */
export type SearchRow = {
  article_id: string;
  feed_id: string;
  title: string;
  excerpt: string;
  /** ISO 8601 in UTC with milliseconds. */
  published_at: string;
  /** The rank as shown, 0 to 100; null if there is none. */
  importance: number | null;
  is_read: boolean;
  is_saved: boolean;
  tags: readonly string[];
};

type Order = 'relevance' | 'time' | 'importance';

export type SearchInput = {
  query: Query;
  /** Must not be changed in place: what is known of a list is kept for the next search of it. */
  rows: readonly SearchRow[];
  /** If two parts have an article, the later part counts. */
  parts: readonly Part[];
  feeds: ReadonlyMap<string, { title: string; folder: string | null }>;
  /** Sketches of what the query's `likes` name, by `likeKey`. The sketch of an article in the parts need not be among them. */
  likeSketches: ReadonlyMap<string, Uint8Array>;
  order: Order;
  /** True if articles with most of the words count as found where none has all of them. */
  mayRelax: boolean;
  /** The moment from which relative dates and the recency of articles count. */
  now: Date;
  /** The time zone in which days begin, by its IANA name. */
  timeZone: string;
};

type Hit = { article_id: string; score: number };

export type Found = {
  /** The condition that the hits match: that of the query, or a weaker one. */
  condition: Condition;

  /** All hits, in order; equal ones by published_at (newest first), then by article_id. */
  hits: Hit[];
  /** Counted over all hits. */
  facets: {
    /** Largest first, at most 30. */
    feeds: { feed_id: string; count: number }[];
    states: { unread: number; read: number; saved: number };
  };
};
