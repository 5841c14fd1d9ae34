import pMap from 'p-map';
import { z } from 'zod';
import { inSlices, type JobDefinition } from '../../jobs/job-definition.ts';
import type { EntryPosition } from '../../model/article/entry.ts';
import {
  type RetentionSettings,
  expiryOf,
  isExpired,
  retentionFor,
  retentionIn,
} from '../../model/article/expiry.ts';
import { covers } from '../../model/article/watermark.ts';
import type { Context } from '../../model/context.ts';
import { feedsIn } from './mark-all.ts';
import { countUnread, type CountContext } from './unread.ts';

/**
 * Number of entries in a slice: a few seconds of work for a function. Marking an entry read takes up to five write
 * units, and a reader's partition allows 1,000 a second.
 */
const SLICE = 1000;
const PAGE = 200;
const CONCURRENT_WRITES = 4;
const CONCURRENT_COUNTS = 8;

type SettleContext = CountContext & Pick<Context, 'profiles'> & { settings: RetentionSettings };

type SettledSlice = { is_done: boolean; reached: EntryPosition | null; settled: number };

/**
 * Writes one slice of a mark into the entries it covers, from the newest down, as read since the mark was made. After
 * the last slice it counts the feeds and deletes the mark. Running the same slice again changes nothing. Does nothing
 * if the mark is settled or undone.
 */
const settleSlice = async (
  ctx: SettleContext,
  userId: string,
  markId: string,
  after: EntryPosition | null,
): Promise<SettledSlice> => {
  const { watermarks } = await ctx.watermarks.get(userId);
  const mark = watermarks.find(({ mark_id }) => mark_id === markId);
  if (mark === undefined || mark.undone_at !== null) return { is_done: true, reached: null, settled: 0 };
  const now = ctx.now().toISOString();
  const retention = retentionFor(await ctx.profiles.get(userId), retentionIn(ctx.settings));

  const markRead = async (articleId: string): Promise<void> => {
    await ctx.entries.change(userId, articleId, (entry) => {
      if (!covers(mark, entry) || isExpired(entry, now)) return null;
      const read = { ...entry, is_read: true, read_at: mark.marked_at, unread_after: null };
      return { ...read, expires_at: expiryOf(read, retention) };
    });
  };

  let reached = after;
  let settled = 0;
  for (let seen = 0; seen < SLICE; seen += PAGE) {
    const { rows, has_more } = await ctx.entries.list({
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
      feedsIn(mark, await ctx.subscriptions.list(userId)).filter(
        ({ counted_seq, unread_count, last_read_at }) =>
          counted_seq < mark.seq || unread_count > 0 || (last_read_at ?? '') < mark.marked_at,
      ),
      ({ feed_id, last_read_at }) =>
        countUnread(
          ctx,
          userId,
          feed_id,
          last_read_at === null || last_read_at < mark.marked_at ? mark.marked_at : undefined,
        ),
      { concurrency: CONCURRENT_COUNTS },
    );
    await ctx.watermarks.change(userId, ({ seq, watermarks: all }) => ({
      seq,
      watermarks: all.filter(({ mark_id }) => mark_id !== markId),
    }));
    return { is_done: true, reached, settled };
  }
  return { is_done: false, reached, settled };
};

/** The last entry that was looked at, and the number of entries that are settled. */
const position = z.object({
  after: z
    .object({ order: z.number().nullable().default(null), published_at: z.string(), article_id: z.string() })
    .nullable(),
  settled: z.int().min(0),
});

/** The job that writes a mark into the entries it covers; the job has the mark's id. */
export const markReadJob = (ctx: SettleContext): JobDefinition => ({
  run: inSlices(position, async ({ user_id, job_id, total }, from) => {
    const { is_done, reached, settled } = await settleSlice(ctx, user_id, job_id, from?.after ?? null);
    const done = (from?.settled ?? 0) + settled;
    if (is_done) return { state: 'done', done, result: { marked_articles: done } };
    return { state: 'more', cursor: { after: reached, settled: done }, done, total };
  }),
});
