import pMap from 'p-map';
import type { Entry, EntryRow, EntryStore } from '../articles/entry.ts';
import type { Clock } from '../config/log.ts';
import { FeedUnknownError } from './errors.ts';
import type { SubscriberStore } from './feed.ts';
import type { KeepOnSchedule } from './schedule.ts';
import type { SubscriptionStore } from './subscription.ts';
import type { CountUnread } from './unread.ts';

const PAGE = 200;
const CONCURRENT_WRITES = 16;

export type UnsubscribeDeps = {
  entries: Pick<EntryStore, 'list' | 'change' | 'delete'>;
  subscribers: Pick<SubscriberStore, 'delete'>;
  subscriptions: Pick<SubscriptionStore, 'get' | 'list' | 'delete'>;
  keepOnSchedule: KeepOnSchedule;
  countUnread: CountUnread;
  now: Clock;
};

/** `heir` is a feed that takes the place of this one in the reader's entries. */
export type Unsubscribe = (userId: string, feedId: string, heir?: string) => Promise<void>;

export type LeaveFeed = (userId: string, feedId: string, heir?: string) => Promise<Set<string>>;

/**
 * Takes a feed out of a reader's entries: they move to its heir or to another feed of the reader that carries them, what
 * is saved stays, the rest goes. Answers with the feeds that inherited.
 */
export const createLeaveFeed =
  ({ entries, subscriptions, now }: Pick<UnsubscribeDeps, 'entries' | 'subscriptions' | 'now'>): LeaveFeed =>
  async (userId, feedId, heir) => {
    const followed = new Set((await subscriptions.list(userId)).map(({ feed_id }) => feed_id));
    const heirs = new Set<string>();
    const without = (entry: Entry): Entry | null => {
      const others = entry.feed_ids.filter((id) => id !== feedId && id !== heir && followed.has(id));
      const [next, ...rest] = heir === undefined ? others : [heir, ...others];
      if (next === undefined) return null;
      heirs.add(next);
      return { ...entry, feed_ids: [next, ...rest] };
    };
    const leave = async ({ article_id }: EntryRow): Promise<void> => {
      const moved = await entries.change(userId, article_id, without);
      if (moved?.feed_ids[0] === feedId) await entries.delete(userId, article_id);
    };
    const at = now().toISOString();
    let after: EntryRow | null = null;
    for (;;) {
      const { rows, has_more }: { rows: EntryRow[]; has_more: boolean } = await entries.list({
        user_id: userId,
        sort: 'published_at',
        filter: 'all',
        feed_ids: [feedId],
        limit: PAGE,
        after,
        now: at,
      });
      await pMap(rows, leave, { concurrency: CONCURRENT_WRITES });
      after = rows.at(-1) ?? null;
      if (!has_more || after === null) return heirs;
    }
  };

/**
 * Takes a feed out of one reader's lists: first out of the fan-out, then its entries, then its place on the schedule and
 * the counts of the feeds that inherited, last the subscription, so that a call that was cut off can be made again.
 * Throws FeedUnknownError.
 */
export const createUnsubscribe = (deps: UnsubscribeDeps): Unsubscribe => {
  const leaveFeed = createLeaveFeed(deps);
  return async (userId, feedId, heir) => {
    if ((await deps.subscriptions.get(userId, feedId)) === null) throw new FeedUnknownError();
    await deps.subscribers.delete(feedId, userId);
    const heirs = await leaveFeed(userId, feedId, heir);
    await deps.keepOnSchedule(feedId);
    for (const inheritor of heirs) await deps.countUnread(userId, inheritor);
    await deps.subscriptions.delete(userId, feedId);
  };
};
