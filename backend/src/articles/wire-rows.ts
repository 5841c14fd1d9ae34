import type { ArticleRow, Reason, TopReason } from '../contract/index.ts';
import type { Subscription } from '../feeds/subscription.ts';
import { shownTitle } from '../feeds/to-wire.ts';
import type { Keyword } from '../scoring/keyword.ts';
import { contributionOf, topReasons, type StoredReason } from '../scoring/score.ts';
import type { Entry, EntryRow } from './entry.ts';

/** What rows need of the reader besides the entries. */
export type ReaderNames = { feeds: Map<string, string>; keywords: Map<string, string> };

export const namesOf = (subscriptions: Subscription[], keywords: Keyword[]): ReaderNames => ({
  feeds: new Map(subscriptions.map((subscription) => [subscription.feed_id, shownTitle(subscription)])),
  keywords: new Map(keywords.map(({ keyword_id, text }) => [keyword_id, text])),
});

// A keyword that was deleted stays a reason until the recalculation reaches the entry.
const FORGOTTEN = '—';
const TOP_REASONS = 3;

/** A row of a list; `read_at` is not in the indexes, so a list does not tell it. */
export const toRow = (row: EntryRow & { read_at?: string | null }, names: ReaderNames): ArticleRow => ({
  article_id: row.article_id,
  feed_id: row.feed_ids[0],
  feed_title: names.feeds.get(row.feed_ids[0]) ?? '',
  link: row.link,
  title: row.title,
  excerpt: row.excerpt,
  published_at: row.published_at,
  is_date_estimated: row.is_date_estimated,
  created_at: row.created_at,
  is_read: row.is_read,
  read_at: row.read_at ?? null,
  is_saved: row.is_saved,
  importance_score: row.importance_score,
  top_reasons: row.top_reasons.map(({ keyword_id, contribution }): TopReason => ({
    keyword_id,
    keyword_text: names.keywords.get(keyword_id) ?? FORGOTTEN,
    contribution,
  })),
  bookmark_count: null,
});

export const entryToRow = (entry: Entry, names: ReaderNames): ArticleRow =>
  toRow({ ...entry, top_reasons: topReasons(entry.reasons, TOP_REASONS) }, names);

/** Every reason of an entry, largest contribution first. */
export const toReasons = (reasons: StoredReason[], names: ReaderNames): Reason[] =>
  reasons
    .map((reason) => ({
      ...reason,
      keyword_text: names.keywords.get(reason.keyword_id) ?? FORGOTTEN,
      contribution: contributionOf(reason),
    }))
    .toSorted((a, b) => b.contribution - a.contribution);
