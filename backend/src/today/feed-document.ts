import type { ArticleRow } from '../contract/index.ts';
import { digest } from '../lib/digest.ts';
import { reasonsText, type FeedWords } from './feed-words.ts';

export type FeedItem = {
  /** Stays the same for as long as the article is known, under every address of the feed. */
  id: string;
  title: string;
  link: string | null;
  published: string;
  updated: string;
  /** The title of the feed that the article comes from. */
  author: string;
  /** Plain text. */
  excerpt: string;
  /** The reasons that the article is among the best, in plain words; empty if none is known. */
  reasons: string;
};

/** Today as a feed, before it is written in a format. All texts are plain and have no control characters. */
export type FeedDocument = {
  id: string;
  title: string;
  language: string;
  home: string;
  self: string;
  updated: string;
  items: FeedItem[];
};

/** Control characters except tab and line breaks, and code points that are no characters: XML 1.0 has no form for most. */
const unwritable = /(?![\t\n\r])[\p{Cc}\p{Noncharacter_Code_Point}]/gu;

const plain = (text: string): string => text.toWellFormed().replace(unwritable, '');

/** Returns the later of two times in the format of the contract. */
const later = (one: string, other: string): string => (one > other ? one : other);

const itemOf = (row: ArticleRow, words: FeedWords): FeedItem => ({
  id: `urn:omomi:article:${row.article_id}`,
  title: plain(row.title) || (row.link ?? words.untitled),
  link: row.link === null ? null : plain(row.link),
  published: row.published_at,
  updated: later(row.created_at, row.published_at),
  author: plain(row.feed_title),
  excerpt: plain(row.excerpt),
  reasons: plain(reasonsText(row.top_reasons, words)),
});

/**
 * Returns Today as a feed. It depends on the rows alone and on nothing that changes with the time of the request, so that
 * the same rows always give the same document.
 *
 * @param addresses - Where Omomi's page of Today is, and where this document is.
 * @param madeAt - When the address of the feed was made: the feed's `updated` while it is empty.
 */
export const feedDocument = (
  userId: string,
  rows: ArticleRow[],
  words: FeedWords,
  addresses: { home: string; self: string },
  madeAt: string,
): FeedDocument => {
  const items = rows.map((row) => itemOf(row, words));
  return {
    id: `urn:omomi:today:${digest(32, `today ${userId}`)}`,
    title: words.title,
    language: words.language,
    ...addresses,
    updated: items.map(({ updated }) => updated).reduce(later, madeAt),
    items,
  };
};
