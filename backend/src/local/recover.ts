import { localReader } from '../accounts/authenticate.ts';
import { completeFollowing } from '../feeds/write-following.ts';
import { allReaders } from '../model/reader/reader.ts';
import { countUnread, recountAll, recountReader, type Recounted } from '../articles/reading/unread.ts';
import { jobIdIn, resendQueuedJobs } from '../jobs/resend-queued.ts';
import { feedRangeOf } from '../storage/entries/time-order.ts';
import { entriesOf, type IndexName } from '../storage/table/keys.ts';
import type { Context } from '../model/context.ts';
import type { Stores } from '../model/stores.ts';
import type { LocalQueue } from './queue/queue.ts';

type RecoverContext = Stores & Pick<Context, 'now' | 'newId' | 'log' | 'sendJobs' | 'sendFetch'>;

/** Largest number of feeds to count one by one; for more, one pass through all unread entries is faster. */
const FEW = 20;

/** The readers who signed in, and the one reader of a runner without sign-in, who is not listed. */
const withLocal = ({ list }: Stores['readers']): Pick<Stores['readers'], 'list'> => ({
  list: async (page) => {
    const { readers, has_more } = await list(page);
    const { user_id } = localReader;
    if (page.after !== null) return { readers, has_more };
    const others = readers.filter((reader) => reader.user_id !== user_id);
    return { readers: [{ user_id, created_at: '' }, ...others], has_more };
  },
});

/**
 * Returns a function that lists the reader's subscriptions whose unread count may be wrong. Most counts equal the
 * number of index rows, so they are right, and this comparison is a hundred times faster than counting. It proves
 * nothing for a reader with marks or a feed with expired entries, so those are always listed.
 */
const inDoubt =
  (
    { watermarks, subscriptions, now }: RecoverContext,
    countRows: CountRows,
  ): Stores['subscriptions']['list'] =>
  async (userId) => {
    const all = await subscriptions.list(userId);
    const existing = await watermarks.get(userId);
    if (existing.watermarks.length > 0) return all;
    const at = now().toISOString();
    return all.filter(({ feed_id, unread_count, recount_at }) => {
      const isSure = recount_at === null || recount_at > at;
      const { index, prefix } = feedRangeOf(feed_id, 'UNREAD');
      return !isSure || unread_count !== countRows(index, entriesOf(userId).PK, prefix);
    });
  };

/** Returns the number of rows in a partition of an index whose sort key begins with `prefix`. */
type CountRows = (index: IndexName, partition: string, prefix: string) => number;

/**
 * Repairs what a process left that was killed between two writes: jobs without a message in any queue, feeds that were
 * followed by half, and unread counts that miss a mark. Call it before the queues start and before the first request. Never rejects, because the daily
 * cleanup repairs the rest.
 */
export const recover = async (
  ctx: RecoverContext,
  countRows: CountRows,
  queues: readonly Pick<LocalQueue, 'bodies'>[],
): Promise<void> => {
  const readers = withLocal(ctx.readers);
  const list = inDoubt(ctx, countRows);
  const recountSuspect = async (userId: string): Promise<Recounted> => {
    const suspect = await list(userId);
    if (suspect.length > FEW) return recountReader(ctx, userId);
    for (const { feed_id } of suspect) await countUnread(ctx, userId, feed_id);
    return { feeds: suspect.length, corrected: suspect.length };
  };
  const resendJobs = () => {
    const bodies = queues.flatMap((queue) => queue.bodies());
    const withMessage = new Set(bodies.flatMap((body) => jobIdIn(body) ?? []));
    return resendQueuedJobs({ ...ctx, readers }, withMessage);
  };
  const completeAll = async (): Promise<void> => {
    for await (const userId of allReaders(readers)) await completeFollowing(ctx, userId);
  };
  for (const mend of [resendJobs, completeAll, () => recountAll({ ...ctx, readers }, recountSuspect)]) {
    try {
      await mend();
    } catch (error) {
      ctx.log.error('not everything could be mended after the last stop', { error });
    }
  }
};
