import pMap from 'p-map';
import type { ProfileStore } from '../../model/reader/profile.ts';
import type { Clock } from '../../lib/clock.ts';
import type { SubscriptionStore, CountUnread } from '../../model/feed/subscription.ts';
import { expiryOf, isExpired } from '../../model/article/expiry.ts';
import { retentionFor, type Retention } from '../../model/reader/retention.ts';
import type { EntryPosition, EntryStore } from '../../model/article/entry.ts';
import { feedsIn } from './mark-all.ts';
import { covers, type ReadWatermarkStore } from '../../model/article/watermark.ts';

/**
 * Number of entries in a slice: a few seconds of work for a function. Marking an entry read takes up to five write
 * units, and a reader's partition allows 1,000 a second.
 */
const SLICE = 1000;
const PAGE = 200;
const CONCURRENT_WRITES = 4;
const CONCURRENT_COUNTS = 8;

export type ApplyWatermarkDeps = {
  entries: Pick<EntryStore, 'list' | 'change'>;
  marks: ReadWatermarkStore;
  subscriptions: Pick<SubscriptionStore, 'list'>;
  profiles: Pick<ProfileStore, 'get'>;
  countUnread: CountUnread;
  now: Clock;
  retention: Retention;
};

type SettledSlice = { is_done: boolean; reached: EntryPosition | null; settled: number };

/**
 * Writes one slice of a mark into the entries it covers, from the newest down, as read since the mark was made. After
 * the last slice it counts the feeds and deletes the mark. Running the same slice again changes nothing. Does nothing
 * if the mark is settled or undone.
 */
export type ApplyWatermark = (
  userId: string,
  markId: string,
  after: EntryPosition | null,
) => Promise<SettledSlice>;

export const createApplyWatermark =
  (deps: ApplyWatermarkDeps): ApplyWatermark =>
  async (userId, markId, after) => {
    const { marks } = await deps.marks.get(userId);
    const mark = marks.find(({ mark_id }) => mark_id === markId);
    if (mark === undefined || mark.undone_at !== null) return { is_done: true, reached: null, settled: 0 };
    const now = deps.now().toISOString();
    const retention = retentionFor(await deps.profiles.get(userId), deps.retention);

    const markRead = async (articleId: string): Promise<void> => {
      await deps.entries.change(userId, articleId, (entry) => {
        if (!covers(mark, entry) || isExpired(entry, now)) return null;
        const read = { ...entry, is_read: true, read_at: mark.marked_at, unread_after: null };
        return { ...read, expires_at: expiryOf(read, retention) };
      });
    };

    let reached = after;
    let settled = 0;
    for (let seen = 0; seen < SLICE; seen += PAGE) {
      const { rows, has_more } = await deps.entries.list({
        user_id: userId,
        sort: 'published_at',
        filter: 'unread',
        feed_ids: mark.feed_ids,
        limit: PAGE,
        after: reached,
        now,
      });
      const covered = rows.filter((row) => covers(mark, row));
      await pMap(covered, ({ article_id }) => markRead(article_id), { concurrency: CONCURRENT_WRITES });
      settled += covered.length;
      reached = rows.at(-1) ?? reached;
      if (has_more) continue;
      // Only move last_read_at forward: the reader may have read more since the mark.
      await pMap(
        feedsIn(mark, await deps.subscriptions.list(userId)).filter(
          ({ counted_seq, unread_count, last_read_at }) =>
            counted_seq < mark.seq || unread_count > 0 || (last_read_at ?? '') < mark.marked_at,
        ),
        ({ feed_id, last_read_at }) =>
          deps.countUnread(
            userId,
            feed_id,
            last_read_at === null || last_read_at < mark.marked_at ? mark.marked_at : undefined,
          ),
        { concurrency: CONCURRENT_COUNTS },
      );
      await deps.marks.change(userId, ({ seq, marks: all }) => ({
        seq,
        marks: all.filter(({ mark_id }) => mark_id !== markId),
      }));
      return { is_done: true, reached, settled };
    }
    return { is_done: false, reached, settled };
  };
