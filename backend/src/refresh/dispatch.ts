import type { Context } from '../model/context.ts';
import { toFeedMessage } from './schedule.ts';

const MINUTE_MS = 60_000;
/** Time for which a due feed is sent. It is longer than the four minutes between two runs, of which one may be late. */
const SEND_MS = 5 * MINUTE_MS;
/** Time after which a feed that nobody fetched is sent again, in case that its message was lost. */
const RESEND_MS = 30 * MINUTE_MS;

/** Time after which a feed that nobody fetched counts as late. */
const LATE_MS = 3 * 60 * MINUTE_MS;

/**
 * True if a run at this time sends a feed that is due since `due`: in its first five minutes, and then in those after
 * each half hour. Runs that follow each other in more than 2.5 and less than 5 minutes thus send a feed that still waits once or
 * twice. So a queue that lags behind gets few copies of what it holds.
 */
export const isDispatchTurn = (due: string, at: Date): boolean =>
  (at.getTime() - Date.parse(due)) % RESEND_MS < SEND_MS;

/**
 * Sends the due feeds whose turn it is (all, unless `isTurn` says otherwise) to the fetch queue and returns their number.
 * The log tells how many have been due for three hours; an alarm counts them.
 * Sending a feed twice is harmless, because only one message gets the claim.
 */
export const dispatch = async (
  { feeds, sendFetch, now, log }: Pick<Context, 'feeds' | 'sendFetch' | 'now' | 'log'>,
  isTurn: (due: string, at: Date) => boolean = () => true,
): Promise<number> => {
  const at = now();
  const due = await feeds.listDue(at.toISOString());
  const messages = due.flatMap((feed) =>
    feed.next_fetch_at === null || !isTurn(feed.next_fetch_at, at)
      ? []
      : [toFeedMessage(feed, feed.next_fetch_at, at)],
  );
  await sendFetch(messages);
  const late = due.filter(
    ({ next_fetch_at: since }) => since !== null && at.getTime() - Date.parse(since) >= LATE_MS,
  );
  log.info('dispatched', { feeds: messages.length, due: due.length, late: late.length });
  return messages.length;
};
