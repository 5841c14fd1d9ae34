import { z } from 'zod';
import { articleRow } from '../schemas/articles.ts';
import { feedId, page } from '../schemas/common.ts';

/** The longest query, in UTF-16 units. A longer one answers INVALID_QUERY. */
export const LONGEST_QUERY = 500;

export const searchOrder = z.enum(['relevance', 'time', 'importance']);

/** Checks whether the runtime knows a time zone by this name, in any letter case. */
const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
};

/** The time zone whose days `after:`, `before:`, `today` and `yesterday` mean, by its IANA name. */
export const timeZone = z
  .string()
  .refine(
    (name) => name.length <= 64 && isTimeZone(name),
    'is not a time zone; write an IANA name, such as Asia/Tokyo or UTC',
  )
  .default('UTC');

export const searchQuery = z.strictObject({
  /** The query as the reader typed it; docs/api.md has its syntax. At most 500 characters count as a query. */
  q: z.string(),
  order: searchOrder.default('relevance'),
  limit: z.coerce.number().int().min(1).max(50).default(20),
  cursor: z.string().max(2500).optional(),
  tz: timeZone,
});

/**
 * A text of a hit with the places that match: plain text, never HTML. Ranges are offsets in UTF-16 units, the end
 * excluded; they are in order and do not overlap.
 */
export const markedText = z.object({
  text: z.string(),
  ranges: z.array(z.tuple([z.int().min(0), z.int().min(0)])),
});

/** A row of a list with the places that the query matches. */
export const searchRow = articleRow.extend({
  /** False if it has only some of the words of the query. */
  has_all: z.boolean(),
  match: z.object({
    title: markedText,
    /** At most 300 characters around the best place of the text. */
    text: markedText,
  }),
});

/**
 * How much of the reader's articles is searched by full text. The others are searched by title, excerpt and row, and
 * `articles` grows with each search until it is `of`, unless a reader has more articles than can be kept ready.
 */
export const indexed = z.object({ articles: z.int().min(0), of: z.int().min(0) });

/** A page of what a search found. */
export const searchPage = page(searchRow).extend({
  /** Number of articles that match: that have all words but those of grammar. */
  total: z.int().min(0),
  /**
   * Number of articles that are listed after these, since few match: they have the most of the words, rare words counting more. With
   * those that match they are at most 20.
   */
  partial: z.int().min(0),
  indexed,
  /** The numbers of matching articles by feed (the 30 largest) and by state; a saved article counts as read or unread too. */
  facets: z.object({
    feeds: z.array(z.object({ feed_id: feedId, title: z.string(), count: z.int().min(1) })),
    states: z.object({ unread: z.int().min(0), read: z.int().min(0), saved: z.int().min(0) }),
  }),
});

export const relatedQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(20).default(6),
});

/** The articles nearest in meaning, the nearest first; empty if none is near. */
export const relatedArticles = z.object({ items: z.array(articleRow) });

export type SearchOrder = z.infer<typeof searchOrder>;
export type SearchPage = z.infer<typeof searchPage>;
