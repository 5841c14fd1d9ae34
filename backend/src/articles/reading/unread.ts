import { pauseBriefly } from '../../lib/turns.ts';
import { oncePer } from '../../lib/memory.ts';
import pMap from 'p-map';
import type { Entry } from '../../model/article/entry.ts';
import { isStale, lastReadUnder, type ReaderMarks, unreadUnder } from '../../model/article/watermark.ts';
import type { Context } from '../../model/context.ts';
import type { Subscription } from '../../model/feed/subscription.ts';
import { allReaders, type ReaderStore } from '../../model/reader/reader.ts';

const CONCURRENT_COUNTS = 8;
const CONCURRENT_WRITES = 8;

export type CountContext = Pick<Context, 'entries' | 'watermarks' | 'subscriptions' | 'now'>;

const laterOf = (a: string | null, b: string | null): string | null =>
  a === null || (b !== null && b > a) ? b : a;

const earlierOf = (a: string | null, b: string | null): string | null =>
  a === null || (b !== null && b < a) ? b : a;

/**
 * Counts a reader's unread entries of a feed and stores the count, with the time of the last read one if it is given. If
 * another count is stored meanwhile, it counts again: either of the two may have missed what the other one saw. Returns 0
 * if the reader does not follow the feed.
 */
export const countUnread = async (
  { entries, watermarks, subscriptions, now }: CountContext,
  userId: string,
  feedId: string,
  lastReadAt: string | null = null,
): Promise<number> => {
  for (;;) {
    const counted_at = now().toISOString();
    const [subscription, known] = await Promise.all([
      subscriptions.get(userId, feedId),
      watermarks.get(userId),
    ]);
    if (subscription === null) return 0;
    const { counted_seq, count_version, last_read_at } = subscription;
    // Both are read at once. A count that honours a mark which is not known was stored after the marks were read.
    const stored = known.seq < counted_seq ? await watermarks.get(userId) : known;
    const counted = await entries.countUnread(userId, feedId, counted_at, stored.watermarks);
    const count = {
      unread_count: counted.count,
      counted_at,
      counted_seq: stored.seq,
      recount_at: counted.first_expiry,
      count_version,
    };
    if ((await subscriptions.setCount(userId, feedId, count, laterOf(last_read_at, lastReadAt))) !== null)
      return counted.count;
    // Without a pause, several that count the same feed would get in each other's way again.
    await pauseBriefly();
  }
};

/** The count of a feed as it was before entries were created, and the time just before it was read. */
export type CountBefore = { at: string; subscription: Subscription | null };

/**
 * Counts entries of one feed that were created since `before`, by adding them to the count: one read instead of one of each unread
 * entry. `marks` were read after `before` and before the entries were created, which they do not cover. So they are applied to the
 * count first, and the sum includes them: a mark that is newer than a count sets it to zero. Counts all of the feed if none of it was
 * counted yet, if the count was out of date, or if another one was stored meanwhile.
 */
export const countCreated = async (
  ctx: CountContext,
  { at, subscription }: CountBefore,
  marks: ReaderMarks,
  created: readonly Entry[],
): Promise<void> => {
  if (subscription === null) return;
  const { user_id, feed_id, counted_at, count_version } = subscription;
  if (counted_at === subscription.created_at || isStale(subscription, marks.watermarks, at))
    return void (await countUnread(ctx, user_id, feed_id));
  const unread = created.filter(({ is_read }) => !is_read);
  if (unread.length === 0) return;
  const recount_at = unread.reduce(
    (first, { expires_at }) => earlierOf(first, expires_at),
    subscription.recount_at,
  );
  const count = {
    unread_count: unreadUnder(subscription, marks.watermarks) + unread.length,
    counted_at: at,
    counted_seq: marks.seq,
    recount_at,
    count_version,
  };
  if ((await ctx.subscriptions.setCount(user_id, feed_id, count)) === null)
    await countUnread(ctx, user_id, feed_id);
};

/** Returns the latest time of a count, and the earliest at which one is made again. Most requests ask for it. */
const timesOfCounts = oncePer((subscriptions: readonly Subscription[]) => ({
  counted: subscriptions.reduce((last, { counted_at }) => (counted_at > last ? counted_at : last), ''),
  recount: subscriptions.reduce((first: string | null, { recount_at }) => earlierOf(first, recount_at), null),
}));

/** Returns true if no mark is needed to tell that all counts are right. It may return false where all are. */
const areAllCurrent = (subscriptions: readonly Subscription[], at: string): boolean => {
  const { counted, recount } = timesOfCounts(subscriptions);
  return counted <= at && (recount === null || recount > at);
};

/**
 * Returns a reader's subscriptions with their current unread counts: marks are honoured, and a feed is counted again if
 * its stored count is out of date.
 */
export const withCounts = async (
  ctx: CountContext,
  userId: string,
  subscriptions: readonly Subscription[],
): Promise<readonly Subscription[]> => {
  const at = ctx.now().toISOString();
  const { watermarks } = await ctx.watermarks.get(userId);
  if (watermarks.length === 0 && areAllCurrent(subscriptions, at)) return subscriptions;
  const stale = subscriptions.filter((subscription) => isStale(subscription, watermarks, at));
  const counted = new Map(
    await pMap(stale, async ({ feed_id }) => [feed_id, await countUnread(ctx, userId, feed_id)] as const, {
      concurrency: CONCURRENT_COUNTS,
    }),
  );
  return subscriptions.map((subscription) => ({
    ...subscription,
    unread_count: counted.get(subscription.feed_id) ?? unreadUnder(subscription, watermarks),
    last_read_at: lastReadUnder(subscription, watermarks),
  }));
};

export type Recounted = {
  /** Number of the reader's subscriptions. */
  feeds: number;
  /** Number of subscriptions whose count, with the marks made since, was wrong. */
  corrected: number;
};

/**
 * Counts the unread entries of all of a reader's feeds in one pass and stores the counts that differ. A count that is
 * stored meanwhile is not replaced, so this may run while the reader is active. It repairs counts after a process was killed between
 * storing a mark and counting; otherwise the daily cleanup would correct them hours later.
 */
export const recountReader = async (
  { entries, watermarks, subscriptions, now }: CountContext,
  userId: string,
): Promise<Recounted> => {
  // The list is read before the count, because a feed that is followed later counts its own articles when they
  // arrive.
  const all = await subscriptions.list(userId);
  const counted_at = now().toISOString();
  const stored = await watermarks.get(userId);
  const unread = await entries.countAllUnread(userId, counted_at, stored.watermarks);
  const countOf = (feedId: string) => unread.get(feedId) ?? { count: 0, first_expiry: null };
  const isWrong = (one: Subscription): boolean =>
    unreadUnder(one, stored.watermarks) !== countOf(one.feed_id).count;
  const differing = all.filter((one) => isWrong(one) || one.recount_at !== countOf(one.feed_id).first_expiry);
  const written = await pMap(
    differing,
    async (one) => {
      const { feed_id, count_version } = one;
      const { count, first_expiry } = countOf(feed_id);
      const changed = await subscriptions.setCount(userId, feed_id, {
        unread_count: count,
        counted_at,
        counted_seq: stored.seq,
        recount_at: first_expiry,
        count_version,
      });
      return changed !== null && isWrong(one);
    },
    { concurrency: CONCURRENT_WRITES },
  );
  return { feeds: all.length, corrected: written.filter(Boolean).length };
};

/**
 * Counts for every reader of the deployment, one after another, by `recount`. A failure for one reader is logged and
 * does not affect the others.
 */
export const recountAll = async (
  { readers, log }: Pick<Context, 'log'> & { readers: Pick<ReaderStore, 'list'> },
  recount: (userId: string) => Promise<Recounted>,
): Promise<Recounted & { readers: number }> => {
  const total = { readers: 0, feeds: 0, corrected: 0 };
  for await (const user_id of allReaders(readers)) {
    try {
      const { feeds, corrected } = await recount(user_id);
      total.readers += 1;
      total.feeds += feeds;
      total.corrected += corrected;
    } catch (error) {
      log.error('unread counts not counted', { user_id, error });
    }
  }
  log.info('unread counts counted', total);
  return total;
};
