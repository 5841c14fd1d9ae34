import pMap from 'p-map';
import { type Article, readArticles } from '../model/article/article.ts';
import type { Context } from '../model/context.ts';
import type { Entry, EntryPosition, EntryRow } from '../model/article/entry.ts';
import {
  type Retention,
  type RetentionSettings,
  longestKept,
  retentionFor,
  retentionIn,
  tombstoneUntil,
  withLimit,
} from '../model/article/expiry.ts';
import { relist, rewritten } from '../model/article/relist.ts';
import { asMarked, type ReadWatermark } from '../model/article/watermark.ts';
import { scoreBatches } from '../queues/outgoing.ts';

const PAGE = 200;
const CONCURRENT_WRITES = 16;
const ATTEMPTS = 5;

/** The context for taking a feed out of a reader's entries. */
export type LeaveContext = Pick<
  Context,
  'articles' | 'entries' | 'watermarks' | 'profiles' | 'subscriptions' | 'sendScore' | 'now'
> & { settings: RetentionSettings };

/** The facts about a reader who leaves a feed. They are the same for all entries. */
type Leaving = {
  userId: string;
  feedId: string;
  /** A feed that takes over all entries; null if there is none. */
  replacement: string | null;
  /** The reader's other feeds, each with the days for which its articles stay. */
  followed: ReadonlyMap<string, number | null>;
  watermarks: ReadWatermark[];
  retention: Retention;
  now: Date;
};

/** The position from which the next slice goes on, and what the slice did. */
type LeftPage = {
  /** The last entry of the page; null if there was none. */
  reached: EntryPosition | null;
  has_more: boolean;
  /** The ids of the feeds that took over entries. */
  owners: Set<string>;
  /** The ids of the articles that left the reader's lists, because no other feed carries them. */
  removed: string[];
};

/**
 * Removes a feed from one page of a reader's entries after the position; null begins with the first:
 *
 * 1. Move each entry to the replacement, or to another feed of the reader that carries the article; the entry then has
 *    that feed's title and text.
 * 2. An entry that no other feed carries is kept and marked as read if it is saved, and otherwise replaced by a
 *    tombstone. One that was read never returns; an unread one returns if the reader later follows a feed that carries
 *    it.
 * 3. Send the entries that were moved to scoring, with the text that they have now.
 *
 * Repeating a page changes nothing.
 */
export const leavePage = async (
  ctx: LeaveContext,
  userId: string,
  feedId: string,
  after: EntryPosition | null,
  replacementFeedId?: string,
): Promise<LeftPage> => {
  const now = ctx.now();
  const { watermarks } = await ctx.watermarks.get(userId);
  const retention = retentionFor(await ctx.profiles.get(userId), retentionIn(ctx.settings));
  const subscriptions = await ctx.subscriptions.list(userId);
  const followed = new Map(subscriptions.map(({ feed_id, keep_days }) => [feed_id, keep_days]));
  const replacement = replacementFeedId ?? null;
  const leaving: Leaving = { userId, feedId, replacement, followed, watermarks, retention, now };
  const { rows, has_more } = await ctx.entries.list({
    user_id: userId,
    sort: 'published_at',
    filter: 'all',
    feed_ids: [feedId],
    limit: PAGE,
    after,
    now: now.toISOString(),
  });
  const left = await pMap(rows, (row) => leaveEntry(ctx, leaving, row), {
    concurrency: CONCURRENT_WRITES,
  });
  const taken = left.filter((one) => typeof one === 'object');
  await sendMoved(ctx, leaving, taken);
  return {
    reached: rows.at(-1) ?? null,
    has_more,
    owners: new Set(taken.map(({ owner }) => owner)),
    removed: rows.filter((_, at) => left[at] === 'removed').map(({ article_id }) => article_id),
  };
};

/** Removes a feed from all of a reader's entries, and returns the feeds that took some over. */
export const leaveFeed = async (
  ctx: LeaveContext,
  userId: string,
  feedId: string,
  replacementFeedId?: string,
): Promise<Set<string>> => {
  const owners = new Set<string>();
  let after: EntryPosition | null = null;
  for (;;) {
    const page: LeftPage = await leavePage(ctx, userId, feedId, after, replacementFeedId);
    for (const owner of page.owners) owners.add(owner);
    after = page.reached;
    if (!page.has_more || after === null) return owners;
  }
};

/** An entry that another feed took over; `has_text` is true if that feed's version of the article could be read. */
type Moved = { article_id: string; owner: string; has_text: boolean };

/** Removes the feed from one entry. Returns the feed that took the entry over if there is one. */
const leaveEntry = async (
  { articles, entries }: LeaveContext,
  leaving: Leaving,
  row: EntryRow,
): Promise<Moved | 'kept' | 'removed'> => {
  const { userId, feedId, watermarks, now } = leaving;
  const { article_id } = row;
  const versions = await versionsOf(articles, leaving, row);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const entry = await entries.change(userId, article_id, (found) => moved(found, versions, leaving));
    if (entry === null) return 'kept';
    const [owner] = entry.feed_ids;
    if (owner !== feedId) return { article_id, owner, has_text: versions.has(owner) };
    if (entry.is_saved) {
      await entries.change(userId, article_id, (found) => asRead(found, now));
      return 'kept';
    }
    // If the deletion fails, the entry was saved or added to another feed after it was read: try again.
    if (await entries.leave(entry, tombstoneUntil(now), !asMarked(entry, watermarks).is_read))
      return 'removed';
  }
  return 'kept';
};

/** Returns the other feeds' versions of an article, by feed_id. */
const versionsOf = async (
  articles: Context['articles'],
  { feedId, replacement }: Leaving,
  { article_id, feed_ids }: EntryRow,
): Promise<ReadonlyMap<string, Article>> => {
  const others = new Set([...(replacement === null ? [] : [replacement]), ...feed_ids]);
  others.delete(feedId);
  if (others.size === 0) return new Map();
  const keys = [...others].map((feed_id) => ({ article_id, feed_id }));
  const { found } = await readArticles(articles, keys);
  return new Map(found.map((version) => [version.feed_id, version]));
};

/** Returns the entry as listed under its next feed, the one of the link's host first; null if no feed is left. */
const moved = (
  entry: Entry,
  versions: ReadonlyMap<string, Article>,
  { feedId, replacement, followed, watermarks, retention, now }: Leaving,
): Entry | null => {
  const carrying = entry.feed_ids.filter((id) => id !== feedId && id !== replacement && followed.has(id));
  const isOwn = (id: string): boolean => versions.get(id)?.is_own_host === true;
  const others = [...carrying.filter(isOwn), ...carrying.filter((id) => !isOwn(id))];
  const [next, ...rest] = replacement === null ? others : [replacement, ...others];
  if (next === undefined) return null;
  const version = versions.get(next);
  const days = [next, ...rest].map((id) => followed.get(id) ?? null);
  const kept = withLimit(entry, { kept_days: longestKept(days, retention) }, { retention, now });
  const relisted = relist(kept, [next, ...rest], { watermarks, retention });
  return version === undefined ? relisted : rewritten(relisted, version);
};

/** Returns the entry as read, since an entry without a followed feed would be in no unread count. */
const asRead = (entry: Entry, now: Date): Entry | null =>
  entry.is_read ? null : { ...entry, is_read: true, read_at: now.toISOString(), unread_after: null };

const sendMoved = async (
  { sendScore }: LeaveContext,
  { userId, now }: Leaving,
  moves: Moved[],
): Promise<void> => {
  const readable = moves.filter(({ has_text }) => has_text);
  for (const [feed_id, entries] of Map.groupBy(readable, ({ owner }) => owner))
    await sendScore(
      scoreBatches(
        entries.map(({ article_id }) => article_id),
        { feed_id, user_id: userId, is_update: true, sent_at: now.toISOString() },
      ),
    );
};
