import type { Clock } from '../config/log.ts';
import type { Feed, FeedStore } from '../feeds/feed.ts';
import type { SeenStore } from '../refresh/seen.ts';

/** Longer than Seen remembers an item that is no longer there: what it holds by then, it would forget. */
const FORGOTTEN_AFTER_MS = 36 * 86_400_000;

export type ForgetFeed = (feed: Feed) => Promise<void>;

/**
 * Lets go of what a feed that nobody follows has carried. Its articles, their vectors and contents have a time to live and its
 * snapshot too; Seen and the validators of its last document go here. The feed itself stays, less than 1 KB: saved
 * articles are shown under its name. Whoever subscribes meanwhile, or later, gets its newest articles as from any feed.
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
