import pMap from 'p-map';
import type { Job } from '../../contract/index.ts';
import { runNow, scheduleJob, type ScheduleContext } from '../../jobs/start-job.ts';
import { mostUnread, activeWatermarks, type ReadWatermark } from '../../model/article/watermark.ts';
import type { Context } from '../../model/context.ts';
import type { Subscription } from '../../model/feed/subscription.ts';
import { isOver } from '../../model/job/job.ts';
import { countUnread, type CountContext } from './unread.ts';

/** Time in which a mark can be undone, in milliseconds; after that a job writes it into the entries. */
const UNDO_MS = 10 * 60_000;
const CONCURRENT_COUNTS = 8;
/**
 * Number of marks at a time; at this number, a new mark makes the oldest settle early, because every list reads all of
 * them.
 */
const MOST_MARKS = 40;
/**
 * Time for which an undone mark is kept, in milliseconds. No function that was counting when it was undone runs this
 * long.
 */
const UNDONE_KEPT_MS = 3_600_000;

export type MarkContext = CountContext & ScheduleContext & Pick<Context, 'newId'>;

/**
 * Marks everything that arrived up to `before` in the given feeds (null: all) as read, with one write for any number of
 * entries. Returns the job that settles the mark after ten minutes; until then, cancelling the job undoes the mark.
 */
export const markAll = async (
  ctx: MarkContext,
  userId: string,
  before: string,
  feedIds: string[] | null,
): Promise<Job> => {
  const { watermarks, subscriptions, now, newId } = ctx;
  const at = now();
  const marked_at = at.toISOString();
  // A client's clock may be ahead. Articles that arrive from now on must stay unread.
  const upTo = before < marked_at ? before : marked_at;
  const mark_id = newId();
  const inScope = feedsIn({ feed_ids: feedIds }, await subscriptions.list(userId));
  const known = await watermarks.get(userId);
  // Create the job first: a mark without a job would stay for ever, but a job without a mark just does nothing.
  const job = await scheduleJob(ctx, userId, 'mark-read', {
    jobId: mark_id,
    notBefore: new Date(at.getTime() + UNDO_MS),
    total: upTo === marked_at ? mostUnread(inScope, known.watermarks) : null,
    result: null,
  });
  await watermarks.change(userId, ({ seq, watermarks: others }) => ({
    seq: seq + 1,
    watermarks: [
      ...withoutOld(others, at),
      { mark_id, seq: seq + 1, feed_ids: feedIds, before: upTo, marked_at, undone_at: null },
    ],
  }));
  // Counts made up to the mark's time are now known to be zero. Only later counts may include entries that stay
  // unread.
  await pMap(
    inScope.filter(({ unread_count, counted_at }) => unread_count > 0 && counted_at > upTo),
    ({ feed_id }) => countUnread(ctx, userId, feed_id),
    { concurrency: CONCURRENT_COUNTS },
  );
  const [oldest] = activeWatermarks(known.watermarks);
  if (oldest !== undefined && known.watermarks.length >= MOST_MARKS)
    await runNow(ctx, userId, oldest.mark_id);
  return job;
};

const withoutOld = (watermarks: ReadWatermark[], now: Date): ReadWatermark[] =>
  watermarks.filter(
    ({ undone_at }) => undone_at === null || Date.parse(undone_at) > now.getTime() - UNDONE_KEPT_MS,
  );

/** Returns the subscriptions in a mark's scope. */
export const feedsIn = (
  { feed_ids }: Pick<ReadWatermark, 'feed_ids'>,
  all: readonly Subscription[],
): readonly Subscription[] => {
  const scope = new Set(feed_ids);
  return feed_ids === null ? all : all.filter(({ feed_id }) => scope.has(feed_id));
};

/**
 * Undoes a mark, so that the entries it covered are unread again. The mark is kept for a while as undone, so that a
 * count already under way is recognised as too low. Does nothing for a settled mark; doing it twice is harmless.
 */
export const undoMark = async (ctx: CountContext, userId: string, markId: string): Promise<void> => {
  const { watermarks, subscriptions, now } = ctx;
  const undone_at = now().toISOString();
  const ofThis = ({ mark_id }: ReadWatermark) => mark_id === markId;
  const { watermarks: known } = await watermarks.change(userId, ({ seq, watermarks: all }) =>
    all.some((mark) => ofThis(mark) && mark.undone_at === null)
      ? { seq, watermarks: all.map((mark) => (ofThis(mark) ? { ...mark, undone_at } : mark)) }
      : null,
  );
  const undone = known.find(ofThis);
  if (undone === undefined) return;
  // Counts that applied the mark are now too low. The others are still right.
  const counted = feedsIn(undone, await subscriptions.list(userId)).filter(
    ({ counted_seq }) => counted_seq >= undone.seq,
  );
  await pMap(counted, ({ feed_id }) => countUnread(ctx, userId, feed_id), { concurrency: CONCURRENT_COUNTS });
};

/**
 * Finishes what an interrupted function left: undoes marks whose job was cancelled, gives a new job to marks whose job
 * ended without settling them, and deletes marks undone long ago.
 */
export const tidyMarks = async (ctx: MarkContext, userId: string): Promise<void> => {
  const { watermarks, jobs, now, newId } = ctx;
  const at = now();
  const applyAgain = async ({ mark_id }: ReadWatermark): Promise<void> => {
    const jobId = newId();
    // Create the job first, as for a new mark.
    await scheduleJob(ctx, userId, 'mark-read', { jobId, notBefore: at, total: null, result: null });
    await watermarks.change(userId, ({ seq, watermarks: all }) => ({
      seq,
      watermarks: all.map((mark) => (mark.mark_id === mark_id ? { ...mark, mark_id: jobId } : mark)),
    }));
  };
  for (const mark of (await watermarks.get(userId)).watermarks) {
    if (mark.undone_at !== null) {
      await undoMark(ctx, userId, mark.mark_id);
      continue;
    }
    const job = await jobs.get(userId, mark.mark_id);
    if (job?.state === 'cancelled') await undoMark(ctx, userId, mark.mark_id);
    else if (job === null || isOver(job)) await applyAgain(mark);
  }
  await watermarks.change(userId, ({ seq, watermarks: all }) => {
    const left = withoutOld(all, at);
    return left.length === all.length ? null : { seq, watermarks: left };
  });
};
