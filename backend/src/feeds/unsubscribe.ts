import pMap from 'p-map';
import type { EntryRow, EntryStore } from '../articles/entry.ts';
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
  subscriptions: Pick<SubscriptionStore, 'get' | 'delete'>;
  keepOnSchedule: KeepOnSchedule;
  countUnread: CountUnread;
  now: Clock;
};

export type Unsubscribe = (userId: string, feedId: string) => Promise<void>;

/**
 * Takes a feed out of one reader's lists: first out of the fan-out, then its entries, last the subscription, so that a
 * call that was cut off can be made again. What is saved stays, what another feed of the reader carries moves there.
 * Throws FeedUnknownError.
 */
export const createUnsubscribe =
  (deps: UnsubscribeDeps): Unsubscribe =>
  async (userId, feedId) => {
    if ((await deps.subscriptions.get(userId, feedId)) === null) throw new FeedUnknownError();
    await deps.subscribers.delete(feedId, userId);

    const heirs = new Set<string>();
    const leave = async ({ article_id, feed_ids, is_saved }: EntryRow): Promise<void> => {
      const [next, ...others] = feed_ids.filter((id) => id !== feedId);
      if (next !== undefined) {
        await deps.entries.change(userId, article_id, (entry) => ({ ...entry, feed_ids: [next, ...others] }));
        heirs.add(next);
      } else if (!is_saved) await deps.entries.delete(userId, article_id);
    };
    const now = deps.now().toISOString();
    let after: EntryRow | null = null;
    for (;;) {
      const { rows, has_more }: { rows: EntryRow[]; has_more: boolean } = await deps.entries.list({
        user_id: userId,
        sort: 'published_at',
        filter: 'all',
        feed_ids: [feedId],
        limit: PAGE,
        after,
        now,
      });
      await pMap(rows, leave, { concurrency: CONCURRENT_WRITES });
      after = rows.at(-1) ?? null;
      if (!has_more || after === null) break;
    }

    await deps.subscriptions.delete(userId, feedId);
    await deps.keepOnSchedule(feedId);
    for (const heir of heirs) await deps.countUnread(userId, heir);
  };
