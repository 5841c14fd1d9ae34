import pMap from 'p-map';
import { allReaders } from '../../model/reader/all-readers.ts';
import type { ReaderStore } from '../../model/reader/reader.ts';
import type { EntryStore } from '../../model/article/entry.ts';
import type { ReadWatermarkStore } from '../../model/article/watermark.ts';
import type { Log } from '../../logging/log.ts';
import type { Clock } from '../../lib/clock.ts';
import type { SubscriptionStore } from '../../model/feed/subscription.ts';

const CONCURRENT_WRITES = 8;

export type RecountReaderDeps = {
  entries: Pick<EntryStore, 'countAllUnread'>;
  marks: Pick<ReadWatermarkStore, 'get'>;
  subscriptions: Pick<SubscriptionStore, 'list' | 'setCount'>;
  now: Clock;
};

type Recounted = {
  /** Number of the reader's subscriptions. */
  feeds: number;
  /** Number of subscriptions whose stored count was wrong. */
  corrected: number;
};

/**
 * Counts the unread entries of all of a reader's feeds in one pass and stores the counts that differ. A later count is
 * not replaced, so this may run while the reader is active. It repairs counts after a process was killed between
 * storing a mark and counting; otherwise the daily cleanup would correct them hours later.
 */
export type RecountReader = (userId: string) => Promise<Recounted>;

export const createRecountReader =
  ({ entries, marks, subscriptions, now }: RecountReaderDeps): RecountReader =>
  async (userId) => {
    // The list is read before the count, because a feed that is followed later counts its own articles when they
    // arrive.
    const all = await subscriptions.list(userId);
    const counted_at = now().toISOString();
    const stored = await marks.get(userId);
    const unread = await entries.countAllUnread(userId, counted_at, stored.marks);
    const wrong = all.filter(({ feed_id, unread_count, recount_at }) => {
      const { count, first_expiry } = unread.get(feed_id) ?? { count: 0, first_expiry: null };
      return unread_count !== count || recount_at !== first_expiry;
    });
    const written = await pMap(
      wrong,
      async ({ feed_id, unread_count }) => {
        const { count, first_expiry } = unread.get(feed_id) ?? { count: 0, first_expiry: null };
        const changed = await subscriptions.setCount(userId, feed_id, {
          unread_count: count,
          counted_at,
          counted_seq: stored.seq,
          recount_at: first_expiry,
        });
        return changed !== null && unread_count !== count;
      },
      { concurrency: CONCURRENT_WRITES },
    );
    return { feeds: all.length, corrected: written.filter(Boolean).length };
  };

export type RecountAllDeps = {
  readers: Pick<ReaderStore, 'list'>;
  recountReader: RecountReader;
  log: Log;
};

export type RecountedAll = Recounted & { readers: number };

/**
 * Counts for every reader of the deployment, one after another. A failure for one reader is logged and does not affect
 * the others.
 */
export const createRecountAll =
  ({ readers, recountReader, log }: RecountAllDeps) =>
  async (): Promise<RecountedAll> => {
    const total: RecountedAll = { readers: 0, feeds: 0, corrected: 0 };
    for await (const user_id of allReaders(readers)) {
      try {
        const { feeds, corrected } = await recountReader(user_id);
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
