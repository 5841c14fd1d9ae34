import type { Article } from '../model/article/article.ts';
import type { Entry } from '../model/article/entry.ts';
import type { Context } from '../model/context.ts';
import { type Retention, expiryOf, isExpired, tombstoneUntil } from '../model/article/expiry.ts';
import type { SitePage } from '../model/text/full-text.ts';

type Terms = { retention: Retention; now: Date };

/**
 * Folds an article into another one of the reader's lists of which it is known to be the same, by the address that its
 * page names as its own:
 *
 * 1. Find the other entry. An entry that the reader saved is not folded, because its copy goes by its id.
 * 2. Store the feed's version under the other article's id, so that the entry can be listed under this feed if the
 *    reader leaves the other one.
 * 3. Add the feed to the other entry; it counts as read if one of the two was read.
 * 4. Replace the entry that is folded by a tombstone, so that nothing brings it back.
 *
 * A repeated call completes one that was cut off. Returns the feeds whose unread counts may have changed; null if there is
 * nothing to fold into.
 */
export const foldEntry = async (
  { entries, articles }: Pick<Context, 'entries' | 'articles'>,
  userId: string,
  article: Article,
  page: Pick<SitePage, 'same_as' | 'named_by'>,
  terms: Terms,
): Promise<string[] | null> => {
  if (page.same_as.length === 0 && page.named_by === null) return null;
  const own = await entries.get(userId, article.article_id);
  if (own?.is_saved === true) return null;
  const other = await firstOf(entries, userId, targetsOf(article.article_id, page, own !== null), terms.now);
  if (other === null) return null;

  await articles.putMany([{ ...article, article_id: other.article_id }]);
  const kept = await entries.change(userId, other.article_id, (entry) => joined(entry, article, own, terms));
  if (kept === null) return null;
  if (own !== null) await entries.leave(own, tombstoneUntil(terms.now), false);
  return [kept.feed_ids[0], ...(own?.feed_ids ?? [])];
};

/**
 * Returns the articles into which this one may be folded. If the reader has both, only the one that names the other is
 * folded, and of two that name each other the one with the higher id: two calls at once must not fold both away.
 */
const targetsOf = (
  articleId: string,
  { same_as, named_by }: Pick<SitePage, 'same_as' | 'named_by'>,
  isListed: boolean,
): string[] => {
  if (!isListed) return [...same_as, ...(named_by === null ? [] : [named_by])];
  return same_as.filter((other) => other !== named_by || other < articleId);
};

const firstOf = async (
  entries: Context['entries'],
  userId: string,
  articleIds: string[],
  now: Date,
): Promise<Entry | null> => {
  if (articleIds.length === 0) return null;
  const found = await entries.getMany(userId, articleIds);
  const shown = found.filter((entry) => !isExpired(entry, now.toISOString()));
  return (
    shown.toSorted((a, b) => articleIds.indexOf(a.article_id) - articleIds.indexOf(b.article_id))[0] ?? null
  );
};

const joined = (
  entry: Entry,
  { feed_id }: Article,
  own: Entry | null,
  { retention, now }: Terms,
): Entry | null => {
  const isCarried = entry.feed_ids.includes(feed_id);
  const becomesRead = own?.is_read === true && !entry.is_read;
  if (isCarried && !becomesRead) return null;
  const feed_ids: Entry['feed_ids'] = isCarried ? entry.feed_ids : [...entry.feed_ids, feed_id];
  if (!becomesRead) return { ...entry, feed_ids };
  const read_at = own.read_at ?? now.toISOString();
  const read = { ...entry, feed_ids, is_read: true, read_at, unread_after: null };
  return { ...read, expires_at: expiryOf(read, retention) };
};
