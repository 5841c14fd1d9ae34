import { shorten } from '../../lib/shorten.ts';
import { expiryOf } from './expiry.ts';
import type { Retention } from '../reader/retention.ts';
import type { Article } from './article.ts';
import type { Entry } from './entry.ts';
import { afterMarks, asMarked, type ReadWatermark } from './watermark.ts';

const EXCERPT_LENGTH = 120;

export const excerptOf = ({ summary }: Pick<Article, 'summary'>): string => shorten(summary, EXCERPT_LENGTH);

/**
 * Checks whether an entry shows this article's excerpt. The table may hold a shorter beginning of it, which then ends in
 * an ellipsis.
 */
export const hasExcerptOf = (
  { excerpt }: Pick<Entry, 'excerpt'>,
  article: Pick<Article, 'summary'>,
): boolean => {
  const whole = excerptOf(article);
  if (excerpt === whole) return true;
  const isCut = excerpt.endsWith('…') && excerpt.length <= whole.length;
  return isCut && whole.startsWith(excerpt.slice(0, -1).trimEnd());
};

/**
 * Returns the extra fields of an entry that shows this version of an article. The story stays what it was when the article
 * reached the reader.
 */
export const extraWith = (
  { extra }: Pick<Entry, 'extra'>,
  article: Pick<Article, 'extra'>,
): Entry['extra'] => ({ ...article.extra, story: extra.story ?? article.extra.story });

/**
 * Moves an entry to other feeds; it is listed and counted under the first one, its owner. Marks on the old feed do not
 * apply to the new one, so an entry that a mark covers is written as read. Marks on the new feed do not apply to an
 * entry that was not in it.
 */
export const relist = (
  entry: Entry,
  feed_ids: Entry['feed_ids'],
  { marks, retention }: { marks: ReadWatermark[]; retention: Retention },
): Entry => {
  const seen = asMarked(entry, marks);
  if (seen !== entry) return { ...seen, feed_ids, unread_after: null, expires_at: expiryOf(seen, retention) };
  return entry.is_read ? { ...entry, feed_ids } : { ...entry, feed_ids, unread_after: afterMarks(marks) };
};

/** Updates an entry with its new owner's version of the article. An estimated date does not replace a real one. */
export const rewritten = (
  entry: Entry,
  article: Pick<Article, 'link' | 'title' | 'summary' | 'published_at' | 'is_date_estimated' | 'extra'>,
): Entry => {
  const { link, title, published_at, is_date_estimated } = article;
  const extra = extraWith(entry, article);
  const dated = is_date_estimated && !entry.is_date_estimated ? {} : { published_at, is_date_estimated };
  return { ...entry, link, title, excerpt: excerptOf(article), extra, ...dated };
};
