import type { Clock } from '../lib/clock.ts';
import type { Feed, FeedStore } from '../model/feed/feed.ts';
import type { SeenStore } from '../model/feed/seen.ts';

/**
 * The time in milliseconds after the last fetch. It is longer than Seen remembers an item that is no longer in the
 * feed, so by then Seen would forget all its items anyway.
 */
const FORGOTTEN_AFTER_MS = 36 * 86_400_000;

export type ForgetFeed = (feed: Feed) => Promise<void>;

/**
 * Creates the function that deletes the data of a feed that nobody follows. Its articles, their vectors and contents,
 * and its snapshot have a time to live. This function deletes Seen and the validators of the last document. The feed
 * itself stays, less than 1 KB, because saved articles are shown under its name. A reader who subscribes later gets its
 * newest articles, as from any feed.
 */
export const createForgetFeed =
  ({
    feeds,
    seen,
    now,
  }: {
    feeds: Pick<FeedStore, 'update'>;
    seen: Pick<SeenStore, 'delete'>;
    now: Clock;
  }): ForgetFeed =>
  async ({ feed_id, last_fetched_at, etag, last_modified, body_hash }) => {
    const isForgotten = etag === null && last_modified === null && body_hash === null;
    if (isForgotten || last_fetched_at === null) return;
    if (Date.parse(last_fetched_at) + FORGOTTEN_AFTER_MS > now().getTime()) return;
    await seen.delete(feed_id);
    await feeds.update(feed_id, { etag: null, last_modified: null, body_hash: null });
  };
