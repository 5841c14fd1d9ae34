import type { Article } from '../model/article/article.ts';
import type { Entry } from '../model/article/entry.ts';
import {
  excerptOf,
  extraWith,
  hasExcerptOf,
  hasExtraOf,
  relist,
  rewritten,
} from '../model/article/relist.ts';
import { withTextOf } from '../model/text/text-mode.ts';
import { covers, type ReaderMarks, type ReadWatermark } from '../model/article/watermark.ts';
import type { Retention } from '../model/article/expiry.ts';
import { withScore, type EntryScore } from '../scoring/entry-score.ts';

const DAY_MS = 86_400_000;

/**
 * Returns the entry of an article that reaches a reader at `arrivedAt`; null if it would have expired by `now`. Marks
 * made before do not cover it, even if the article was fetched before them.
 */
export const arrivingEntry = (
  user_id: string,
  article: Article,
  arrivedAt: string,
  scored: EntryScore,
  {
    stored,
    articleDays,
    keptDays = null,
    now,
  }: { stored: ReaderMarks; articleDays: number; keptDays?: number | null; now: Date },
): Entry | null => {
  const expiry = Date.parse(arrivedAt) + (keptDays ?? articleDays) * DAY_MS;
  if (expiry <= now.getTime()) return null;
  const entry: Entry = {
    user_id,
    article_id: article.article_id,
    feed_ids: [article.feed_id],
    link: article.link,
    title: article.title,
    excerpt: excerptOf(article),
    published_at: article.published_at,
    is_date_estimated: article.is_date_estimated,
    created_at: arrivedAt,
    ...scored,
    is_read: false,
    read_at: null,
    unread_after: null,
    is_saved: false,
    saved_at: null,
    own_tags: [],
    is_kept_by_tags: false,
    expires_at: new Date(expiry).toISOString(),
    rule_hours: null,
    kept_days: keptDays,
    text_source: null,
    text_version: null,
    extra: article.extra,
  };
  return stored.watermarks.some((mark) => covers(mark, entry))
    ? { ...entry, unread_after: stored.seq }
    : entry;
};

/** Checks whether an article was published until then, or states no date; never without a time. */
export const isOlder = (
  { is_date_estimated, published_at }: Pick<Article, 'is_date_estimated' | 'published_at'>,
  until: string | undefined,
): boolean => until !== undefined && (is_date_estimated || published_at <= until);

/**
 * Returns an entry as read if its article is older. It has no time of reading, so that it stays as long as an unread one and
 * does not count among what the reader has read. It has the score 0, because it has no vector.
 */
export const readIfOlder = (entry: Entry, until: string | undefined): Entry =>
  isOlder(entry, until)
    ? { ...entry, is_read: true, unread_after: null, importance_score: entry.importance_score ?? 0 }
    : entry;

/**
 * Returns the stored entry with the changes of an arriving or changed article: another feed, a new title or text, or a
 * newer score. With `notesText`, the version of its text counts too. Returns null if nothing changes.
 */
export const reconcile = (
  entry: Entry,
  article: Article,
  scored: EntryScore,
  notesText: boolean,
): Entry | null => {
  const isListedHere = entry.feed_ids[0] === article.feed_id;
  const joined: Entry = entry.feed_ids.includes(article.feed_id)
    ? entry
    : { ...entry, feed_ids: [...entry.feed_ids, article.feed_id] };
  const named: Entry =
    isListedHere && !showsArticle(entry, article)
      ? {
          ...joined,
          link: article.link,
          title: article.title,
          excerpt: excerptOf(article),
          extra: extraWith(entry, article),
        }
      : joined;
  const noted = isListedHere && notesText ? withTextOf(named, article) : named;
  const rescored = isListedHere || entry.importance_score === null ? withScore(noted, scored) : null;
  return rescored ?? (noted === entry ? null : noted);
};

const showsArticle = (entry: Entry, article: Article): boolean =>
  entry.link === article.link &&
  entry.title === article.title &&
  hasExcerptOf(entry, article) &&
  hasExtraOf(entry, article);

/**
 * Moves the entry to the feed of the link's host, whose title and text it has from then on. The feed that brought it
 * first still carries it. Returns null if the entry is no longer listed under `owner`.
 */
export const takeOver = (
  entry: Entry,
  owner: string,
  article: Article,
  scored: EntryScore,
  reader: { watermarks: ReadWatermark[]; retention: Retention },
): Entry | null => {
  if (entry.feed_ids[0] !== owner) return null;
  const others = entry.feed_ids.filter((feedId) => feedId !== article.feed_id);
  const moved = rewritten(relist(entry, [article.feed_id, ...others], reader), article);
  return withScore(moved, scored) ?? moved;
};
