import type { Clock, Log } from '../config/log.ts';
import type { SendFetch } from '../config/messages.ts';
import type { FeedStore } from '../feeds/feed.ts';

/** Sends every feed that is due to the fetch queue; answers how many. Sending one twice is harmless: one claim wins. */
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
    const due = await feeds.listDue(now().toISOString());
    const messages = due.flatMap(({ feed_id, url, next_fetch_at, fetch_interval_minutes }) =>
      next_fetch_at === null
        ? []
        : [{ feed_id, url, next_fetch_at, interval_minutes: fetch_interval_minutes }],
    );
    await sendFetch(messages);
    log.info('dispatched', { feeds: messages.length });
    return messages.length;
  };
