import pMap from 'p-map';
import { defaultPreferences } from '../../contract/index.ts';
import type { Entry } from '../../model/article/entry.ts';
import { type Retention, isExpired, readUnopened } from '../../model/article/expiry.ts';
import { afterMarks, asMarked } from '../../model/article/watermark.ts';
import type { Context } from '../../model/context.ts';
import { otherArticles, type StoriesContext } from '../stories/known-stories.ts';
import { present, rulesOf, withExpiry, type ReaderRules, type RulesContext } from './shown-entry.ts';
import { countUnread, type CountContext } from './unread.ts';

const CONCURRENT_LOOK_UPS = 8;
const CONCURRENT_WRITES = 16;
const CONCURRENT_COUNTS = 4;

export type ReadStateContext = CountContext & RulesContext;

/** The outcome of marking one article: `unchanged` if it has the wanted state already, or must stay read. */
export type MarkOutcome = 'marked' | 'unchanged' | 'not_found';

/**
 * Sets the read state of an entry, and counts its feed again. An article kept from an unsubscribed feed cannot become
 * unread, since no subscription exists to count it.
 * @throws NOT_FOUND for an unknown or expired article.
 */
export const setRead = async (
  ctx: ReadStateContext,
  userId: string,
  articleId: string,
  isRead: boolean,
): Promise<Entry> => {
  const { entries, subscriptions, now } = ctx;
  const at = now().toISOString();
  const rules = await rulesOf(ctx, userId);
  if (!isRead) {
    const stored = present(await entries.get(userId, articleId), at);
    if ((await subscriptions.get(userId, stored.feed_ids[0])) === null) return stored;
  }
  const change = isRead ? markingRead(at, rules) : markingUnread(at, rules);
  const entry = present(await entries.change(userId, articleId, change), at);
  await countUnread(ctx, userId, entry.feed_ids[0], isRead ? at : undefined);
  return asMarked(entry, rules.watermarks);
};

/** Returns the change that marks as read or unread. Entries of feeds that the reader left cannot become unread. */
const markingOf = async (
  { subscriptions }: ReadStateContext,
  { userId, at, isRead }: { userId: string; at: string; isRead: boolean },
  rules: ReaderRules,
): Promise<Change> => {
  if (isRead) return markingRead(at, rules);
  const followed = new Set((await subscriptions.list(userId)).map(({ feed_id }) => feed_id));
  const mark = markingUnread(at, rules);
  return (entry) => (followed.has(entry.feed_ids[0]) ? mark(entry) : null);
};

/**
 * Sets the read state of several articles under the same rules as `setRead`. Returns the outcome of each by its id. A
 * repeated call changes nothing.
 */
export const setReadOfMany = async (
  ctx: ReadStateContext,
  userId: string,
  ids: readonly string[],
  isRead: boolean,
): Promise<Map<string, MarkOutcome>> => {
  const at = ctx.now().toISOString();
  const change = await markingOf(ctx, { userId, at, isRead }, await rulesOf(ctx, userId));
  const touched = new Set<string>();
  const markOne = async (articleId: string): Promise<[string, MarkOutcome]> => {
    let isMarked = false;
    const entry = await ctx.entries.change(userId, articleId, (stored) => {
      const changed = change(stored);
      isMarked = changed !== null;
      return changed;
    });
    if (entry === null || isExpired(entry, at)) return [articleId, 'not_found'];
    // Also without a change: a former call may have been cut off before it counted.
    touched.add(entry.feed_ids[0]);
    return [articleId, isMarked ? 'marked' : 'unchanged'];
  };
  const outcomes = new Map(await pMap(new Set(ids), markOne, { concurrency: CONCURRENT_WRITES }));
  await pMap(touched, (feedId) => countUnread(ctx, userId, feedId, isRead ? at : undefined), {
    concurrency: CONCURRENT_COUNTS,
  });
  return outcomes;
};

/** Returns the ids whose article was not as asked for before. */
export const markedOf = (outcomes: ReadonlyMap<string, MarkOutcome>): string[] =>
  Array.from(outcomes).flatMap(([id, outcome]) => (outcome === 'marked' ? [id] : []));

export type FinishContext = StoriesContext &
  CountContext &
  RulesContext &
  Pick<Context, 'entries' | 'profiles' | 'now'>;

/** An article that was marked because its story was read, with the feed that counts it. */
export type FinishedArticle = { article_id: string; feed_id: string };

/**
 * Marks the other articles of these entries' stories as read, unless the reader does not want that (`mark_story_read`).
 * Those that arrive later come as read (`delivery/write-entry.ts`). A story has 24 others at most, so a mark writes 24
 * entries more, each as dear as a mark. Returns those that were not read before; marking them unread takes it back.
 */
export const finishStories = async (
  ctx: FinishContext,
  userId: string,
  entries: readonly Entry[],
): Promise<FinishedArticle[]> => {
  const profile = await ctx.profiles.get(userId);
  if (!(profile ?? defaultPreferences).mark_story_read) return [];
  const found = await pMap(entries, (entry) => otherArticles(ctx, entry), {
    concurrency: CONCURRENT_LOOK_UPS,
  });
  const unread = found.flatMap(({ others }) => others).filter(({ is_read }) => !is_read);
  const ids = new Set(unread.map(({ article_id }) => article_id));
  if (ids.size === 0) return [];
  const { retention } = await rulesOf(ctx, userId);
  const at = ctx.now().toISOString();
  const finishOne = async (articleId: string): Promise<FinishedArticle[]> => {
    let isMarked = false;
    const entry = await ctx.entries.change(userId, articleId, (stored) => {
      isMarked = !stored.is_read && !isExpired(stored, at);
      return isMarked ? readUnopened(stored, { retention, at }) : null;
    });
    return isMarked && entry !== null ? [{ article_id: articleId, feed_id: entry.feed_ids[0] }] : [];
  };
  const finished = (await pMap(ids, finishOne, { concurrency: CONCURRENT_WRITES })).flat();
  // Also without a change: a former call may have been cut off before it counted. An article may have moved to another feed since
  // it was looked up.
  const feeds = new Set([
    ...unread.map(({ feed_ids: [feedId] }) => feedId),
    ...finished.map(({ feed_id }) => feed_id),
  ]);
  await pMap(feeds, (feedId) => countUnread(ctx, userId, feedId), { concurrency: CONCURRENT_COUNTS });
  return finished;
};

type Change = (entry: Entry) => Entry | null;

/** Marks an entry as read even if a mark covers it: the mark may be undone, and an opened article must stay read. */
const markingRead =
  (at: string, { retention }: ReaderRules): Change =>
  (entry) =>
    entry.is_read || isExpired(entry, at)
      ? null
      : withLaterExpiry({ ...entry, is_read: true, read_at: at, unread_after: null }, at, retention);

const markingUnread =
  (at: string, { watermarks, retention }: ReaderRules): Change =>
  (entry) =>
    !asMarked(entry, watermarks).is_read || isExpired(entry, at)
      ? null
      : withLaterExpiry(
          { ...entry, is_read: false, read_at: null, unread_after: afterMarks(watermarks) },
          at,
          retention,
        );

/**
 * Sets the expiry unless that would expire the entry now. An article just unsaved is kept for its hour, even if it is
 * older than the retention allows.
 */
const withLaterExpiry = (entry: Entry, at: string, retention: Retention): Entry => {
  const timed = withExpiry(entry, retention);
  return isExpired(timed, at) ? entry : timed;
};
