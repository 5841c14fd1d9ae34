import { z } from 'zod';
import { identity, session, token } from './account.ts';
import { article, articleRow, reason } from './articles.ts';
import { feedId, timestamp } from './common.ts';
import { feed } from './feeds.ts';
import { job } from './jobs.ts';
import { keyword } from './keywords.ts';
import { preferences } from './preferences.ts';

/** Raised when a part of the file changes its meaning; what is added raises nothing. */
export const EXPORT_VERSION = 1;

/** A saved article as the reader keeps it, content and all. */
export const exportedCopy = article
  .pick({ content: true, summary: true, author: true, enclosures: true })
  .extend({ feed_title: z.string(), saved_at: timestamp });

export const exportedEntry = articleRow.omit({ feed_id: true, top_reasons: true }).extend({
  /** Every feed of the reader that carries it; it is listed under the first. */
  feed_ids: z.array(feedId).min(1),
  /** What adds nothing is left out. */
  reasons: z.array(reason),
  expires_at: timestamp.nullable(),
  /** Null unless it is saved. */
  saved: exportedCopy.nullable(),
});

/**
 * One page of an export. A page is at most 4 MB, or one entry; joined by `joinExport` they are the file. What the account
 * is stands on the first page; the lists go on from page to page.
 */
export const exportPage = z.object({
  format: z.literal('omomi-export'),
  version: z.literal(EXPORT_VERSION),
  /** When this page was read: each page is as things stood then. */
  exported_at: timestamp,
  next_cursor: z.string().nullable(),
  /** Null on every page but the first. */
  account: z
    .object({
      user_id: z.string(),
      email: z.string().nullable(),
      name: z.string().nullable(),
      /** Null for a reader who never changed anything. */
      created_at: timestamp.nullable(),
      preferences,
      identities: z.array(identity.omit({ provider_name: true })),
      /** Without their ids, which are hashes of their secrets. */
      sessions: z.array(session.omit({ session_id: true, is_current: true })),
      tokens: z.array(token.omit({ token_id: true })),
    })
    .nullable(),
  keywords: z.array(keyword),
  subscriptions: z.array(feed),
  entries: z.array(exportedEntry),
  jobs: z.array(job),
});

export type ExportPage = z.infer<typeof exportPage>;
export type ExportedEntry = z.infer<typeof exportedEntry>;

/** The file that the pages of one export make, in their order; null for none. */
export const joinExport = (pages: readonly ExportPage[]): Omit<ExportPage, 'next_cursor'> | null => {
  const [first] = pages;
  if (first === undefined) return null;
  const { next_cursor: _, ...head } = first;
  return {
    ...head,
    keywords: pages.flatMap(({ keywords }) => keywords),
    subscriptions: pages.flatMap(({ subscriptions }) => subscriptions),
    entries: pages.flatMap(({ entries }) => entries),
    jobs: pages.flatMap(({ jobs }) => jobs),
  };
};
