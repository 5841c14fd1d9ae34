import { discover, type DiscoverContext, type Discovery } from '../discovery/discover.ts';
import { feedAddressOrNull, privateFeedId } from '../model/feed/feed-url.ts';
import type { Feed } from '../model/feed/feed.ts';
import { type FollowedFeed, newFeed, newSubscription } from '../model/feed/followed-feed.ts';
import type { SignedHeaders } from '../model/feed/site-sign-in.ts';
import { signedFetch } from '../web/fetch/signed-fetch.ts';
import type { Subscription } from '../model/feed/subscription.ts';
import { fetchTerms, nextFetchAt } from '../refresh/schedule.ts';
import { takeFirstDocument, type FirstDocumentContext } from '../refresh/take-document.ts';
import { subscriptionLimit, writeFollowing, type WriteFollowingContext } from './write-following.ts';
import { feedNotFound, severalFeeds } from '../discovery/errors.ts';
import { differentFeeds } from '../discovery/preview-feeds.ts';
import { DomainError } from '../lib/errors.ts';

/** The reader follows this feed already. */
export class AlreadySubscribedError extends DomainError {
  override readonly name = 'AlreadySubscribedError';
  declare readonly details: { feed_id: string };

  constructor(feed_id: string) {
    super('ALREADY_SUBSCRIBED', 'You follow this feed already.', { feed_id });
  }
}

/** The context for subscribing to a feed by its address. */
export type SubscribeContext = WriteFollowingContext & DiscoverContext & FirstDocumentContext;

/** A reader's sign-in for the site of the feed that is looked for. `keep` stores it for the feed that was found, or refuses that. */
export type OwnSignIn = SignedHeaders & { keep: (feedId: string, url: string) => Promise<void> };

type SubscribeSettings = Partial<
  Pick<
    Subscription,
    'folder' | 'title' | 'fetch_interval_minutes' | 'text_mode' | 'volume' | 'keep_days' | 'is_active'
  >
>;

type SubscribeOptions = {
  /** The feed id of the subscription that the new one replaces. */
  replaces?: string;
  /** Throw SEVERAL_FEEDS for a page that names several feeds, instead of following the preferred one. */
  asksIfSeveral?: boolean;
  /** The reader's sign-in for the site, with which the feed becomes the reader's own. */
  own?: OwnSignIn;
};

/**
 * Subscribes a reader to the feed to which a typed address leads:
 *
 * 1. Check that the reader may follow one more feed.
 * 2. Find the feed, normalise its address and read it. If the page names several and the reader wants to choose, end here.
 * 3. Write the feed, the subscription, in a place of its own below the limit, and the subscriber.
 * 4. Refuse if the reader followed the feed before.
 * 5. Take the document in, and record the fetch with the feed.
 *
 * A repeated call completes one that was interrupted between two steps. Throws the errors of discovery,
 * AlreadySubscribedError, SEVERAL_FEEDS, SUBSCRIPTION_LIMIT, and what `own.keep` throws.
 */
export const subscribe = async (
  ctx: SubscribeContext,
  user_id: string,
  text: string,
  settings: SubscribeSettings,
  options: SubscribeOptions = {},
): Promise<FollowedFeed> => {
  // A call that was cut off after it wrote the subscription may be repeated at the limit.
  const { replaces } = options;
  const own = [replaces, feedAddressOrNull(text)?.feed_id];
  const followed = await ctx.subscriptions.list(user_id);
  const others = followed.filter(({ feed_id }) => !own.includes(feed_id));
  const { MAX_SUBSCRIPTIONS } = ctx.settings;
  if (others.length >= MAX_SUBSCRIPTIONS) throw subscriptionLimit(MAX_SUBSCRIPTIONS);

  const found = await findFeed(ctx, user_id, text, followed, options);

  const now = ctx.now();
  const { folder = null, title = null, is_active = true, fetch_interval_minutes = null } = settings;
  const { text_mode = 'auto', volume = 'normal', keep_days = null } = settings;
  const wanted = foundFeed(found, fetch_interval_minutes, now);
  const subscriptionOf = ({ feed_id }: Feed): Subscription =>
    newSubscription({
      user_id,
      feed_id,
      feed_title: wanted.title,
      created_at: wanted.created_at,
      folder,
      title,
      is_active,
      fetch_interval_minutes,
      text_mode,
      volume,
      keep_days,
    });
  const written = await writeFollowing(ctx, wanted, subscriptionOf, replaces !== undefined);
  const { feed, subscription, isNew } = written;

  // A subscription whose entries were never counted comes from a call that was cut off before step 5.
  const wasCutOff = subscription.counted_at === subscription.created_at;
  if (!isNew && !wasCutOff) throw new AlreadySubscribedError(feed.feed_id);

  const recorded = await takeFirstDocument(ctx, feed, found, now, user_id);
  if (!isNew) throw new AlreadySubscribedError(feed.feed_id);
  return { feed: recorded, subscription };
};

type Found = NonNullable<Discovery['found']> & Pick<Feed, 'is_private'>;

/** Step 2, with the sign-in if there is one, which then is kept for the feed. */
const findFeed = async (
  ctx: SubscribeContext,
  userId: string,
  text: string,
  followed: readonly Subscription[],
  { asksIfSeveral = false, own: signIn }: SubscribeOptions,
): Promise<Found> => {
  const searching = signIn === undefined ? ctx : { ...ctx, fetch: signedFetch(ctx.fetch, signIn) };
  const { found, candidates, tried } = await discover(searching, text, { hasPreviews: asksIfSeveral });
  if (found === null) throw feedNotFound(tried, { candidates });
  const choices = asksIfSeveral ? differentFeeds(candidates) : [];
  if (choices.length > 1) throw severalFeeds(choices);

  const ownId = privateFeedId(found.url, userId);
  const [feed_id, twin] = signIn === undefined ? [found.feed_id, ownId] : [ownId, found.feed_id];
  // The reader has a feed of this address in one of the two ways.
  if (followed.some((one) => one.feed_id === twin)) throw new AlreadySubscribedError(twin);
  await signIn?.keep(feed_id, found.url);
  return { ...found, feed_id, is_private: signIn !== undefined };
};

const foundFeed = (
  { url, feed_id, is_private, parsed, source }: Found,
  fetch_interval_minutes: number | null,
  now: Date,
): Feed => {
  const at = now.toISOString();
  const feed = newFeed({
    feed_id,
    url,
    is_private,
    source,
    title: parsed.title ?? new URL(url).hostname,
    fetch_interval_minutes,
    next_fetch_at: at,
    last_fetched_at: at,
    created_at: at,
  });
  return { ...feed, next_fetch_at: nextFetchAt(feed_id, fetchTerms(feed, now), now) };
};
