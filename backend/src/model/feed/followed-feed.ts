import { DomainError } from '../../lib/errors.ts';
import { type Feed, type FeedStore, iconRules, lastSuccess, healthy } from './feed.ts';
import { type Subscription, shownTitle, type SubscriptionStore } from './subscription.ts';
import type { Feed as WireFeed } from '../../contract/index.ts';
import { intervalOf, nextFetchReason } from './fetches.ts';
import { listingIn } from './feed-url.ts';

/** Returns the error of a reader who follows no feed with this id. */
export const feedUnknown = () => new DomainError('NOT_FOUND', 'You follow no feed with this id.');

/** A reader's subscription with the feed that all its readers share. */
export type FollowedFeed = { subscription: Subscription; feed: Feed };

const refuse = (feedId: string): never => {
  throw missingFeed(feedId);
};

/** Returns the error for a subscription without its feed. Feeds are never deleted, so the table is damaged. */
const missingFeed = (feedId: string): Error => new Error(`feed ${feedId} is subscribed to but missing`);

/** Returns a feed that a reader follows. Throws NOT_FOUND for any other. */
export const followedFeed = async (
  { subscriptions, feeds }: { subscriptions: Pick<SubscriptionStore, 'get'>; feeds: Pick<FeedStore, 'get'> },
  userId: string,
  feedId: string,
): Promise<FollowedFeed> => {
  const [subscription, feed] = await Promise.all([subscriptions.get(userId, feedId), feeds.get(feedId)]);
  if (subscription === null) throw feedUnknown();
  if (feed === null) throw missingFeed(feedId);
  return { subscription, feed };
};

/**
 * Returns subscriptions with their feeds, in the same order. If a feed is missing, `onMissing` is called with its id,
 * and the subscription is left out; by default this throws.
 */
export const withFeeds = async (
  feeds: Pick<FeedStore, 'getMany'>,
  subscriptions: readonly Subscription[],
  onMissing: (feedId: string) => void = refuse,
): Promise<FollowedFeed[]> => {
  const stored = await feeds.getMany(subscriptions.map(({ feed_id }) => feed_id));
  const byId = new Map(stored.map((feed) => [feed.feed_id, feed]));
  return subscriptions.flatMap((subscription) => {
    const feed = byId.get(subscription.feed_id);
    if (feed !== undefined) return [{ subscription, feed }];
    onMissing(subscription.feed_id);
    return [];
  });
};

/** Returns how many items of a feed's last document a reader does not have because others were newer. */
export const olderItems = (
  { over_limit_items, over_limit_ever }: Pick<Feed, 'over_limit_items' | 'over_limit_ever'>,
  { older_known, older_brought }: Pick<Subscription, 'older_known' | 'older_brought'>,
): number => {
  if (older_brought === null) return older_known + over_limit_items;
  const leftSince = Math.max(0, over_limit_ever - older_brought);
  return older_known + Math.min(over_limit_items, leftSince);
};

/**
 * Returns the icon's address; null if there is no icon. The address changes with the icon and with the rules for
 * harmless images, so a browser may cache the icon.
 */
const iconAddress = ({ feed_id, icon_hash }: Feed): string | null =>
  icon_hash === null ? null : `/api/feeds/${feed_id}/icon?v=${iconRules}-${icon_hash}`;

/** Returns the interval of a feed as planned at its last fetch, and the reason for it as this reader sees it. */
const currentInterval = (
  feed: Feed,
  { fetch_interval_minutes }: Subscription,
): Pick<WireFeed, 'current_interval_minutes' | 'interval_reason'> => {
  const { minutes, reason } = intervalOf(feed, new Date(feed.last_fetched_at ?? feed.created_at));
  const isOther = reason === 'chosen' && minutes !== fetch_interval_minutes;
  return { current_interval_minutes: minutes, interval_reason: isOther ? 'another_reader' : reason };
};

/** Returns a feed as the API shows it to one reader. */
export const feedToWire = (feed: Feed, subscription: Subscription): WireFeed => ({
  feed_id: feed.feed_id,
  url: feed.url,
  title: shownTitle({ title: subscription.title, feed_title: feed.title }),
  site_url: feed.site_url,
  description: feed.description,
  language: feed.language,
  folder: subscription.folder,
  position: subscription.position,
  fetch_interval_minutes: subscription.fetch_interval_minutes,
  ...currentInterval(feed, subscription),
  text_mode: subscription.text_mode,
  volume: subscription.volume,
  keep_days: subscription.keep_days,
  found_text: feed.found_text,
  is_active: subscription.is_active,
  fetch_status: feed.fetch_status,
  error_code: feed.error_code,
  error_message: feed.error_message,
  unread_count: subscription.unread_count,
  has_unread: subscription.unread_count > 0,
  last_fetched_at: feed.last_fetched_at,
  next_fetch_at: feed.fetch_status === 'active' ? feed.next_fetch_at : null,
  next_fetch_reason: nextFetchReason(feed),
  last_success_at: lastSuccess(feed),
  articles_per_week: feed.articles_per_week,
  unprocessable_items: feed.unprocessable_items,
  left_out: {
    over_limit: olderItems(feed, subscription),
    too_large: feed.too_large_items,
    unreadable: Math.max(0, feed.unprocessable_items - feed.too_large_items),
  },
  feed_last_updated: feed.newest_article_at ?? feed.feed_last_updated,
  last_read_at: subscription.last_read_at,
  icon_url: iconAddress(feed),
  created_at: subscription.created_at,
});

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
