import type { Log } from '../../logging/log.ts';
import type { Clock } from '../../lib/clock.ts';
import type { SendFetch } from '../../queues/messages.ts';
import type { FeedStore } from '../../model/feed/feed.ts';
import { toFetchMessage } from './fetch-request.ts';

/**
 * Sends every due feed to the fetch queue and returns their number. Sending a feed twice is harmless, because only one
 * message gets the claim.
 */
export const createDispatch =
  ({
    feeds,
    sendFetch,
    now,
    log,
  }: {
    feeds: Pick<FeedStore, 'listDue'>;
    sendFetch: SendFetch;
    now: Clock;
    log: Log;
  }) =>
  async (): Promise<number> => {
    const at = now();
    const due = await feeds.listDue(at.toISOString());
    const messages = due.flatMap((feed) =>
      feed.next_fetch_at === null ? [] : [toFetchMessage(feed, feed.next_fetch_at, at)],
    );
    await sendFetch(messages);
    log.info('dispatched', { feeds: messages.length });
    return messages.length;
  };
