import { healthy } from './feed.ts';
import type { Feed } from './feed.ts';
import { listingIn } from './feed-url.ts';
import type { Subscription } from './subscription.ts';

/** Returns a feed from which nothing has been taken in yet. */
export const newFeed = (
  known: Pick<Feed, 'feed_id' | 'url' | 'title' | 'next_fetch_at' | 'last_fetched_at' | 'created_at'> &
    Partial<Feed>,
): Feed => ({
  is_private: false,
  source: null,
  site_url: null,
  description: null,
  language: null,
  etag: null,
  last_modified: null,
  body_hash: null,
  ...healthy,
  fetch_interval_minutes: null,
  is_automatic_too: false,
  fetch_days: null,
  wanted_text: 'auto',
  // A list of headlines has no texts, so `auto` is decided at once.
  found_text: listingIn(known.url) === null ? null : 'full',
  claimed_by: null,
  feed_last_updated: null,
  newest_article_at: null,
  articles_per_week: null,
  unprocessable_items: 0,
  too_large_items: 0,
  over_limit_items: 0,
  over_limit_ever: 0,
  publisher_ttl_minutes: null,
  skip_hours: null,
  moved_to: null,
  moved_times: 0,
  icon_hash: null,
  icon_checked_day: null,
  push: null,
  mail: null,
  ...known,
});

/** Returns a subscription whose entries have not been counted yet. */
export const newSubscription = (
  known: Pick<Subscription, 'user_id' | 'feed_id' | 'feed_title' | 'created_at'> & Partial<Subscription>,
): Subscription => ({
  folder: null,
  position: null,
  title: null,
  fetch_interval_minutes: null,
  text_mode: 'auto',
  volume: 'normal',
  keep_days: null,
  is_active: true,
  unread_count: 0,
  counted_at: known.created_at,
  counted_seq: 0,
  recount_at: null,
  count_version: Date.parse(known.created_at),
  last_read_at: null,
  older_known: 0,
  older_brought: null,
  ...known,
});
