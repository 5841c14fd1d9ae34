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

/**
 * How the articles from before a feed's present document can be had. `archive`: by the older documents to which it leads.
 * `sitemap`: by the pages of its site, of which those with an article and a date are brought.
 */
const pastWay = z.enum(['archive', 'sitemap']);

/** The ways to a feed's past; none if its document leads to no other, and its site has no sitemap. */
export const feedPast = z.object({
  ways: z.array(
    z.object({
      way: pastWay,
      /** Number of articles that it brings at most. */
      articles: z.int().min(1),
      /** Seconds that this takes at most at the pace of most hosts, one request in 1.1 seconds. */
      seconds: z.int().min(1),
      /** True if it goes on where it was stopped. */
      is_stopped: z.boolean(),
    }),
  ),
});

export const pastRequest = z.strictObject({ way: pastWay });

export type FeedPast = z.infer<typeof feedPast>;
export type HistoryItem = z.infer<typeof historyItem>;
export type HistoryPage = z.infer<typeof historyPage>;

/** A newsletter: its address, and facts of its last mail, which are null before the first mail. */
export const newsletter = z.object({
  /** The address to which its mails are sent. Whoever has it can write to this reader. */
  address: z.string(),
  from: z.string().nullable(),
  /** The address by which the reader unsubscribes at the sender: https or mailto. */
  unsubscribe_url: z.string().nullable(),
  /**
   * The result of the check of the sender, made by the server that received the mail, and the domain that was checked:
   * `pass (rain.example)` or `fail (rain.example)`. Null if the server checked nothing.
   */
  spf: z.string().nullable(),
  dkim: z.string().nullable(),
});

export type Newsletter = z.infer<typeof newsletter>;
