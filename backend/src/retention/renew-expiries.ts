import pMap from 'p-map';
import type { Entry } from '../model/article/entry.ts';
import { countUnread, type CountContext } from '../articles/reading/unread.ts';
import { type Retention, longestKept, renewed, withLimit } from '../model/article/expiry.ts';
import type { CleanupFigures } from './figures.ts';

const SLICE = 500;
/**
 * Number of writes at once, as in a recalculation. A rewritten entry takes about five of the 1,000 write units a second
 * of one reader's partition.
 */
const CONCURRENT_WRITES = 2;

/**
 * Renews the expiries of a slice of a reader's entries after a changed retention, of the reader or of a feed. `next` is the
 * `after` of the next slice, or null at the end.
 */
export const renewExpiries = async (
  ctx: CountContext,
  userId: string,
  retention: Retention,
  after: string | null,
): Promise<{ next: string | null; figures: Partial<CleanupFigures> }> => {
  const { entries, now } = ctx;
  const [slice, subscriptions] = await Promise.all([
    entries.scan(userId, after, SLICE),
    ctx.subscriptions.list(userId),
  ]);
  const daysOf = new Map(subscriptions.map(({ feed_id, keep_days }) => [feed_id, keep_days]));
  const renew = (entry: Entry): Entry | null => {
    const followed = entry.feed_ids.filter((feedId) => daysOf.has(feedId));
    const days = longestKept(
      followed.map((feedId) => daysOf.get(feedId) ?? null),
      retention,
    );
    const kept = withLimit(entry, { kept_days: days }, { retention, now: now() });
    return renewed(kept, retention, now()) ?? (kept === entry ? null : kept);
  };
  const due = slice.filter((entry) => renew(entry) !== null);
  await pMap(due, ({ article_id }) => entries.change(userId, article_id, renew), {
    concurrency: CONCURRENT_WRITES,
  });
  // Count again: the stored count expects the entries to expire at another time.
  const feeds = new Set(due.filter(({ is_read }) => !is_read).map(({ feed_ids: [feed_id] }) => feed_id));
  for (const feedId of feeds) await countUnread(ctx, userId, feedId);
  return {
    next: slice.length === SLICE ? (slice.at(-1)?.article_id ?? null) : null,
    figures: { changed_expiries: due.length },
  };
};
