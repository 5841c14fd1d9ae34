import { z } from 'zod';
import { feedAddress } from './feed-addresses.ts';
import { identity, session, token } from '../schemas/account.ts';
import { article, articleRow } from '../schemas/articles.ts';
import { articleId, feedId, position, timestamp } from '../schemas/common.ts';
import { feed } from '../schemas/feeds.ts';
import { highlight } from '../schemas/highlights.ts';
import { job } from '../schemas/jobs.ts';
import { keyword } from '../schemas/keywords.ts';
import { morning } from '../notifications/morning.ts';
import { notifications } from '../notifications/notifications.ts';
import { preferences } from '../schemas/preferences.ts';
import { rule } from '../rules/rules.ts';
import { destination } from '../schemas/destinations.ts';
import { savedSearch } from '../search/saved-searches.ts';
import { reason } from '../schemas/reasons.ts';
import { exportedSignal } from '../learning/learning.ts';

/** The version of the file format. It is raised when a part changes its meaning, but not for additions. */
export const EXPORT_VERSION = 1;

/** The reader's copy of a saved article, including its content. */
const exportedCopy = article
  .pick({ content: true, summary: true, author: true, enclosures: true, categories: true })
  .extend({ feed_title: z.string(), saved_at: timestamp });

const exportedEntry = articleRow.omit({ feed_id: true, top_reasons: true, image_key: true }).extend({
  /** The reader's feeds that carry the article. It is listed under the first one. */
  feed_ids: z.array(feedId).min(1),
  /** Reasons that add nothing are left out. */
  reasons: z.array(reason.omit({ passage: true, alike: true })),
  expires_at: timestamp.nullable(),
  /** Null unless the article is saved or tagged. */
  saved: exportedCopy.nullable(),
});

/**
 * One page of an export. A page has at most 4 MB, or one entry. `joinExport` joins the pages into the file. Only the
 * first page has the account; the lists continue from page to page.
 */
export const exportPage = z.object({
  format: z.literal('omomi-export'),
  version: z.literal(EXPORT_VERSION),
  /** The time when this page was read. Each page shows the data as they were at its own time. */
  exported_at: timestamp,
  next_cursor: z.string().nullable(),
  /** Null on every page except the first. */
  account: z
    .object({
      user_id: z.string(),
      email: z.string().nullable(),
      name: z.string().nullable(),
      /** Null if the reader has no profile yet. */
      created_at: timestamp.nullable(),
      preferences,
      /** The folders that have a position. */
      folders: z.array(z.object({ name: z.string(), position })),
      rules: z.array(rule),
      saved_searches: z.array(savedSearch),
      /** The names of all tags of the reader’s own; each entry names those that it has. */
      tags: z.array(z.string()),
      /** The places that articles are sent to, without the values of their headers. */
      destinations: z.array(destination.omit({ destination_id: true })),
      identities: z.array(identity.omit({ provider_name: true })),
      /** The sessions without their ids, which are hashes of their secrets. */
      sessions: z.array(session.omit({ session_id: true, is_current: true })),
      tokens: z.array(token.omit({ token_id: true })),
      feed_addresses: z.array(feedAddress.omit({ address_id: true })),
      /** Without the secrets of the channels. */
      notifications,
      /** When and where the morning edition is sent as a mail. */
      morning: morning.omit({ can_send: true }),
      /** The reader's opinions of at most the newest 200 articles, and the articles that were passed by. */
      signals: z.array(exportedSignal),
      passed: z.array(articleId),
    })
    .nullable(),
  keywords: z.array(keyword),
  subscriptions: z.array(feed),
  entries: z.array(exportedEntry),
  highlights: z.array(highlight),
  jobs: z.array(job),
});

export type ExportPage = z.infer<typeof exportPage>;
export type ExportedEntry = z.infer<typeof exportedEntry>;

/** Joins the pages of one export, given in order, into the file; null if there are no pages. */
export const joinExport = (pages: readonly ExportPage[]): Omit<ExportPage, 'next_cursor'> | null => {
  const [first] = pages;
  if (first === undefined) return null;
  const { next_cursor: _, ...head } = first;
  return {
    ...head,
    keywords: pages.flatMap(({ keywords }) => keywords),
    subscriptions: pages.flatMap(({ subscriptions }) => subscriptions),
    entries: pages.flatMap(({ entries }) => entries),
    highlights: pages.flatMap(({ highlights }) => highlights),
    jobs: pages.flatMap(({ jobs }) => jobs),
  };
};
