import pMap from 'p-map';
import type { EntryStore } from '../articles/entry.ts';
import type { Clock } from '../config/log.ts';
import type { SubscriptionStore } from '../feeds/subscription.ts';
import type { CountUnread } from '../feeds/unread.ts';
import { TOMBSTONE_DAYS } from './expiry.ts';

const SLICE = 500;
const CONCURRENT_WRITES = 16;

export type CleanupDeps = {
  entries: Pick<EntryStore, 'listExpired' | 'bury' | 'delete'>;
  subscriptions: Pick<SubscriptionStore, 'list'>;
  countUnread: CountUnread;
  now: Clock;
};

export type CleanupResult = {
  /** Entries that reached their age unread. */
  deleted_articles: number;
  /** Entries that were read; a tombstone stays for 30 days. */
  deleted_read_articles: number;
  /** Feeds whose stored unread count differed from the count. */
  drifted_counts: number;
  expired_before: string;
};

/** Removes what has expired for one reader now, and counts every feed's unread anew. */
export const createCleanup =
  ({ entries, subscriptions, countUnread, now }: CleanupDeps) =>
  async (userId: string): Promise<CleanupResult> => {
    const at = now();
    const expired_before = at.toISOString();
    const buriedUntil = Math.floor(at.getTime() / 1000) + TOMBSTONE_DAYS * 86_400;
    let deleted_articles = 0;
    let deleted_read_articles = 0;
    for (;;) {
      const expired = await entries.listExpired(userId, expired_before, SLICE);
      const gone = await pMap(
        expired,
        ({ article_id, is_read }) =>
          is_read
            ? entries.bury(userId, article_id, buriedUntil, expired_before)
            : entries.delete(userId, article_id, expired_before),
        { concurrency: CONCURRENT_WRITES },
      );
      const removed = expired.filter((_, index) => gone[index]);
      const read = removed.filter(({ is_read }) => is_read).length;
      deleted_read_articles += read;
      deleted_articles += removed.length - read;
      // What an index still shows as expired, but is not any more, would come again for ever.
      if (expired.length < SLICE || removed.length === 0) break;
    }
    let drifted_counts = 0;
    for (const { feed_id, unread_count } of await subscriptions.list(userId))
      if ((await countUnread(userId, feed_id)) !== unread_count) drifted_counts += 1;
    return { deleted_articles, deleted_read_articles, drifted_counts, expired_before };
  };
