import { z } from 'zod';
import { article } from './articles.ts';
import { timestamp } from './common.ts';

/** An item of a feed's stored document that is not in the reader's lists. It can be read, but not marked or saved. */
const historyItem = article.pick({
  article_id: true,
  link: true,
  title: true,
  summary: true,
  content: true,
  author: true,
  enclosures: true,
  image_keys: true,
  videos: true,
  published_at: true,
  is_date_estimated: true,
  reading_minutes: true,
});

export const historyQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(50).default(20),
  cursor: z.string().max(200).optional(),
});

/** A page of a feed's document. It may have fewer items than asked for, or none, even if more follow. */
export const historyPage = z.object({
  items: z.array(historyItem),
  next_cursor: z.string().nullable(),
  has_more: z.boolean(),
  /** The time when the document was received; null if none is stored. */
  taken_at: timestamp.nullable(),
});

export type HistoryItem = z.infer<typeof historyItem>;
export type HistoryPage = z.infer<typeof historyPage>;
