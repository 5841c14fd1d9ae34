import { isDeepStrictEqual } from 'node:util';
import { shortenToBytes } from '../../lib/shorten.ts';
import { type Retention, expiryOf } from './expiry.ts';
import type { Article } from './article.ts';
import type { Entry } from './entry.ts';
import { afterMarks, asMarked, type ReadWatermark } from './watermark.ts';

/** The longest excerpt of a list row, in bytes of UTF-8: 50 English words, 100 Japanese characters. */
export const EXCERPT_BYTES = 300;

export const excerptOf = ({ summary }: Pick<Article, 'summary'>): string =>
  shortenToBytes(summary, EXCERPT_BYTES);

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
 * Checks whether an entry has the extra fields of this version of an article. The table leaves out a picture for which a
 * row has no room.
 */
export const hasExtraOf = (entry: Pick<Entry, 'extra'>, article: Pick<Article, 'extra'>): boolean => {
  const wanted = extraWith(entry, article);
  const image_url = entry.extra.image_url === null ? null : wanted.image_url;
  return isDeepStrictEqual(entry.extra, { ...wanted, image_url });
};

/**
 * Returns the extra fields of an entry that shows this version of an article. Its stories stay what they were when the article
 * reached the reader.
 */
export const extraWith = (
  { extra }: Pick<Entry, 'extra'>,
  article: Pick<Article, 'extra'>,
): Entry['extra'] => ({
  ...article.extra,
  story: extra.story ?? article.extra.story,
  continues: extra.continues ?? article.extra.continues,
});

/**
 * Moves an entry to other feeds; it is listed and counted under the first one, its owner. Marks on the old feed do not
 * apply to the new one, so an entry that a mark covers is written as read. Marks on the new feed do not apply to an
 * entry that was not in it.
 */
export const relist = (
  entry: Entry,
  feed_ids: Entry['feed_ids'],
  { watermarks, retention }: { watermarks: ReadWatermark[]; retention: Retention },
): Entry => {
  const seen = asMarked(entry, watermarks);
  if (seen !== entry) return { ...seen, feed_ids, unread_after: null, expires_at: expiryOf(seen, retention) };
  return entry.is_read
    ? { ...entry, feed_ids }
    : { ...entry, feed_ids, unread_after: afterMarks(watermarks) };
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
