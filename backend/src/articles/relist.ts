import { shorten } from '../config/shorten.ts';
import { expiryOf, type Retention } from '../retention/expiry.ts';
import type { Article } from './article.ts';
import type { Entry } from './entry.ts';
import { afterMarks, asMarked, type Mark } from './marks.ts';

const EXCERPT_LENGTH = 120;

export const excerptOf = ({ summary }: Pick<Article, 'summary'>): string => shorten(summary, EXCERPT_LENGTH);

/**
 * The entry listed and counted under other feeds, the first of them its owner. A mark on the feed that it leaves does not
 * reach into the next one, so what counts as read by a mark is read from then on; nor does a mark on the next feed reach what
 * was not in it.
 */
export const relist = (
  entry: Entry,
  feed_ids: Entry['feed_ids'],
  { marks, retention }: { marks: Mark[]; retention: Retention },
): Entry => {
  const seen = asMarked(entry, marks);
  if (seen !== entry) return { ...seen, feed_ids, unread_after: null, expires_at: expiryOf(seen, retention) };
  return entry.is_read ? { ...entry, feed_ids } : { ...entry, feed_ids, unread_after: afterMarks(marks) };
};

/** The entry with what its new owner says of the article; a date that was only estimated takes the place of none. */
export const rewritten = (
  entry: Entry,
  article: Pick<Article, 'link' | 'title' | 'summary' | 'published_at' | 'is_date_estimated'>,
): Entry => {
  const { link, title, published_at, is_date_estimated } = article;
  const dated = is_date_estimated && !entry.is_date_estimated ? {} : { published_at, is_date_estimated };
  return { ...entry, link, title, excerpt: excerptOf(article), ...dated };
};
