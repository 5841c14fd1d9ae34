import { z } from 'zod';
import { articleId, instant, timestamp, visibleText } from '../schemas/common.ts';
import { MARKED_AT_ONCE } from '../schemas/articles.ts';
import { indexed, searchOrder, timeZone } from './search.ts';

/** The most searches that a reader saves. */
export const SEARCHES_PER_READER = 50;

/** The first 12 hex digits of SHA-256 over the reader and the name with which the search was saved. */
export const searchId = z.string().regex(/^[0-9a-f]{12}$/, 'a search_id has 12 hex digits');

const name = visibleText(60);
/** A query as GET /api/search takes it. */
const q = z.string().trim().min(1);

export const savedSearch = z.object({
  search_id: searchId,
  name: z.string(),
  q: z.string(),
  order: searchOrder,
  created_at: timestamp,
});

export const newSavedSearch = z.strictObject({ name, q, order: searchOrder.default('relevance') });

export const savedSearchChanges = z.strictObject({
  name: name.optional(),
  q: q.optional(),
  order: searchOrder.optional(),
});

/** The ids of all saved searches in the order in which they are shown. */
export const savedSearchOrder = z.strictObject({ search_ids: z.array(searchId).max(SEARCHES_PER_READER) });

export const savedSearchCountsQuery = z.strictObject({ tz: timeZone });

export const savedSearchCounts = z.object({
  items: z.array(
    z.object({
      search_id: searchId,
      /** The unread articles that it finds; null while that cannot be told, because the model does not answer. */
      unread_count: z.int().min(0).nullable(),
    }),
  ),
  indexed,
});

export const markFound = z.strictObject({
  q,
  /** The time of the list that the reader saw. Articles that arrived later stay as they are. */
  as_of: instant,
  tz: timeZone,
});

export const markedFound = z.object({
  /** The articles that were unread until now, at most 200. */
  article_ids: z.array(articleId).max(MARKED_AT_ONCE),
  /** Unread articles that the search finds and a further call marks. */
  remaining: z.int().min(0),
});

export type SavedSearch = z.infer<typeof savedSearch>;
export type NewSavedSearch = z.infer<typeof newSavedSearch>;
export type SavedSearchChanges = z.infer<typeof savedSearchChanges>;
