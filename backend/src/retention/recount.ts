import type { EntryStore } from '../model/article/entry.ts';
import {
  isStale,
  unreadUnder,
  type ReadWatermark,
  type ReadWatermarkStore,
} from '../model/article/watermark.ts';
import type { Log } from '../logging/log.ts';
import type { Clock } from '../lib/clock.ts';
import type { Subscription, SubscriptionStore, CountUnread } from '../model/feed/subscription.ts';

/** Number of feeds in a slice. Each count reads the feed's unread entries, about 0.1 read units each. */
const SLICE = 50;

type RecountDeps = {
  entries: Pick<EntryStore, 'countUnread'>;
  marks: Pick<ReadWatermarkStore, 'get'>;
  subscriptions: Pick<SubscriptionStore, 'list' | 'get'>;
  countUnread: CountUnread;
  now: Clock;
  log: Log;
};

/** Returns the feed's stored and real count if they differ for no known reason, otherwise null. */
const differenceIn = async (
  { entries, countUnread, now }: RecountDeps,
  subscription: Subscription,
  existing: ReadWatermark[],
): Promise<{ stored: number; counted: number } | null> => {
  const { user_id: userId, feed_id: feedId, recount_at } = subscription;
  const at = now().toISOString();
  if (isStale(subscription, existing, at)) {
    await countUnread(userId, feedId);
    return null;
  }
  const stored = unreadUnder(subscription, existing);
  const { count: counted, first_expiry } = await entries.countUnread(userId, feedId, at, existing);
  if (stored !== counted) return { stored, counted };
  // The count is right, but would become wrong at the first expiry: a run that changed the expiry was interrupted
  // before it counted.
  if (first_expiry !== null && (recount_at === null || first_expiry < recount_at))
    await countUnread(userId, feedId);
  return null;
};

/**
 * Creates the functions that compare stored unread counts with the real ones. A count that is due to be renewed,
 * because something it counted has expired, is renewed without being reported as wrong.
 */
export const createRecount = (deps: RecountDeps) => {
  const { marks, subscriptions, countUnread, log } = deps;
  return {
    /**
     * Checks the counts of a slice of the reader's feeds. A suspect count is to be checked again when writes that are
     * under way have been counted. `next` is the `after` of the next slice, or null at the end.
     */
    checkCounts: async (
      userId: string,
      after: string | null,
    ): Promise<{ next: string | null; suspect: string[] }> => {
      const existing = await marks.get(userId);
      const all = await subscriptions.list(userId);
      const rest = all.filter(({ feed_id }) => after === null || feed_id > after);
      const slice = rest.slice(0, SLICE);
      const suspect: string[] = [];
      for (const subscription of slice)
        if ((await differenceIn(deps, subscription, existing.marks)) !== null)
          suspect.push(subscription.feed_id);
      return { next: rest.length > SLICE ? (slice.at(-1)?.feed_id ?? null) : null, suspect };
    },
    /**
     * Counts the suspect feeds again and returns the number of wrong counts. `isExpected` is true if the run itself
     * made counts wrong; these are not reported.
     */
    correctCounts: async (userId: string, suspect: string[], isExpected: boolean): Promise<number> => {
      let drifted = 0;
      for (const feedId of suspect) {
        const subscription = await subscriptions.get(userId, feedId);
        if (subscription === null) continue;
        const difference = await differenceIn(deps, subscription, (await marks.get(userId)).marks);
        if (difference === null) continue;
        await countUnread(userId, feedId);
        if (isExpected) continue;
        drifted += 1;
        const { counted_at } = subscription;
        log.error('unread count drifted', { user_id: userId, feed_id: feedId, counted_at, ...difference });
      }
      return drifted;
    },
  };
};
