import type { Condition, Query } from '../query/query.ts';
import type { Facets } from './rank.ts';
import type { Direction, NearTo } from '../segment/sketch.ts';
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
  /** How near sketches are to the texts that the query's `likes` name, by `likeKey`. A text without one is like nothing. */
  likes: ReadonlyMap<string, NearTo>;
  /** The meaning of the query's words together; null if the model knows none of them, or is not asked for each query. */
  meaning: Direction | null;
  order: Order;
  /** True if articles with some of the words are found too where few have all of them. */
  mayRelax: boolean;
  /** The moment from which relative dates and the recency of articles count. */
  now: Date;
  /** The time zone in which days begin, by its IANA name. */
  timeZone: string;
};

/** `has_all` is false for an article that has only some of the words. */
type Hit = { article_id: string; score: number; has_all: boolean };

export type Found = {
  /**
   * The hits that match the query, then those that have only some of its words, each in order; equal ones by published_at (newest
   * first), then by article_id.
   */
  hits: Hit[];
  /** The condition that the hits match which have only some of the words; null if there are none. */
  partial: Condition | null;
  /** Counted over the hits that match the query. */
  facets: Facets;
};
