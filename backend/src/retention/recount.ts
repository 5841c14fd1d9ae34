import { countUnread, type CountContext } from '../articles/reading/unread.ts';
import { isStale, unreadUnder, type ReadWatermark } from '../model/article/watermark.ts';
import type { Context } from '../model/context.ts';
import type { Subscription } from '../model/feed/subscription.ts';

/** Number of feeds in a slice. Each count reads the feed's unread entries, about 0.1 read units each. */
const SLICE = 50;

type RecountContext = CountContext & Pick<Context, 'log'>;

/** Returns the feed's stored and real count if they differ for no known reason, otherwise null. */
const differenceIn = async (
  ctx: RecountContext,
  subscription: Subscription,
  existing: ReadWatermark[],
): Promise<{ stored: number; counted: number } | null> => {
  const { user_id: userId, feed_id: feedId, recount_at } = subscription;
  const at = ctx.now().toISOString();
  if (isStale(subscription, existing, at)) {
    await countUnread(ctx, userId, feedId);
    return null;
  }
  const stored = unreadUnder(subscription, existing);
  const { count: counted, first_expiry } = await ctx.entries.countUnread(userId, feedId, at, existing);
  if (stored !== counted) return { stored, counted };
  // The count is right, but would become wrong at the first expiry: a run that changed the expiry was interrupted
  // before it counted.
  if (first_expiry !== null && (recount_at === null || first_expiry < recount_at))
    await countUnread(ctx, userId, feedId);
  return null;
};

/**
 * Compares the stored unread counts of a slice of the reader's feeds with the real ones. A count that is due to be
 * renewed, because something it counted has expired, is renewed without being reported as wrong. A suspect count is to
 * be checked again when writes that are under way have been counted. `next` is the `after` of the next slice, or null at
 * the end.
 */
export const checkCounts = async (
  ctx: RecountContext,
  userId: string,
  after: string | null,
): Promise<{ next: string | null; suspect: string[] }> => {
  const existing = await ctx.watermarks.get(userId);
  const all = await ctx.subscriptions.list(userId);
  const rest = all.filter(({ feed_id }) => after === null || feed_id > after);
  const slice = rest.slice(0, SLICE);
  const suspect: string[] = [];
  for (const subscription of slice)
    if ((await differenceIn(ctx, subscription, existing.watermarks)) !== null)
      suspect.push(subscription.feed_id);
  return { next: rest.length > SLICE ? (slice.at(-1)?.feed_id ?? null) : null, suspect };
};

/**
 * Counts the suspect feeds again and returns the number of wrong counts. `isExpected` is true if the run itself made
 * counts wrong; these are not reported.
 */
export const correctCounts = async (
  ctx: RecountContext,
  userId: string,
  suspect: string[],
  isExpected: boolean,
): Promise<number> => {
  let drifted = 0;
  for (const feedId of suspect) {
    const subscription = await ctx.subscriptions.get(userId, feedId);
    if (subscription === null) continue;
    const difference = await differenceIn(ctx, subscription, (await ctx.watermarks.get(userId)).watermarks);
    if (difference === null) continue;
    await countUnread(ctx, userId, feedId);
    if (isExpected) continue;
    drifted += 1;
    const { counted_at } = subscription;
    ctx.log.error('unread count drifted', { user_id: userId, feed_id: feedId, counted_at, ...difference });
  }
  return drifted;
};
