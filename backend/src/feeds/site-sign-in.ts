import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import type { FeedErrorCode, NewSiteSignIn } from '../contract/index.ts';
import { HttpStatusError } from '../discovery/errors.ts';
import { DomainError, invalidInput } from '../lib/errors.ts';
import type { Settings } from '../config/settings.ts';
import type { Context } from '../model/context.ts';
import { feedAddress, privateFeedId, requestAddress } from '../model/feed/feed-url.ts';
import { failureSentences } from '../model/feed/failure-sentences.ts';
import type { Feed } from '../model/feed/feed.ts';
import {
  feedToWire,
  followedFeed,
  type FollowedFeed,
  newFeed,
  newSubscription,
} from '../model/feed/followed-feed.ts';
import { headersOf, sealSignIn, type SignInContext } from '../model/feed/site-sign-in.ts';
import type { Subscription } from '../model/feed/subscription.ts';
import { notAccepted } from '../refresh/failure.ts';
import { requestWith, type DocumentContext } from '../refresh/request-document.ts';
import { toFeedMessage } from '../refresh/schedule.ts';
import { isAllowedHost, parseAllowHosts, portOf } from '../web/guard/target.ts';
import { resumeFeed, type ChangeContext } from './change-feed.ts';
import { subscribe, type OwnSignIn } from './subscribe.ts';
import { unsubscribe } from './unsubscribe.ts';
import { writeFollowing } from './write-following.ts';
import type { EntryPosition } from '../model/article/entry.ts';
import { readArticles } from '../model/article/article.ts';

type SiteSignInContext = ChangeContext &
  DocumentContext &
  SignInContext &
  Pick<Context, 'articles' | 'entries' | 'seen' | 'sendFetch'> & {
    settings: Pick<Settings, 'FETCH_ALLOW_HOSTS'>;
  };

/**
 * The endpoints for a reader's sign-in at the site of a feed. Such a feed is the reader's own: nobody else gets what comes by it,
 * and nobody, the reader included, gets to see the sign-in again.
 */
export const siteSignInEndpoints = (
  ctx: SiteSignInContext,
): HandlersOf<'getFeedSignIn' | 'setFeedSignIn' | 'deleteFeedSignIn' | 'followWithSignIn'> => ({
  getFeedSignIn: async ({ reader: { user_id }, params: { feed_id } }) => {
    await followedFeed(ctx, user_id, feed_id);
    const stored = await ctx.siteSignIns.get(feed_id);
    const is_available = ctx.settings.SECRETS_KEY !== undefined;
    return { is_available, kinds: stored?.kinds ?? [], set_at: stored?.set_at ?? null };
  },
  setFeedSignIn: async ({ reader: { user_id }, params: { feed_id }, body }) => {
    const followed = await followedFeed(ctx, user_id, feed_id);
    const { feed, subscription } = await setSignIn(ctx, followed, body);
    return feedToWire(feed, subscription);
  },
  deleteFeedSignIn: async ({ reader: { user_id }, params: { feed_id } }) => {
    const { feed } = await followedFeed(ctx, user_id, feed_id);
    await ctx.siteSignIns.delete(feed_id);
    await resumeFeed(ctx, feed);
    return undefined;
  },
  followWithSignIn: async ({ reader: { user_id }, body: { url, folder, sign_in } }) => {
    const own = ownSignIn(ctx, url, sign_in);
    const following = subscribe(ctx, user_id, url, { folder: folder ?? null }, { own });
    const { feed, subscription } = await following.catch((error: unknown) => {
      throw error instanceof HttpStatusError && notAccepted.includes(error.status) ? signInRefused() : error;
    });
    return feedToWire(feed, subscription);
  },
});

const unreachable = (error_code: FeedErrorCode, message: string) =>
  new DomainError('FEED_UNREACHABLE', message, { error_code });

const signInRefused = () => unreachable('sign_in_needed', failureSentences.sign_in_needed);

const keyOf = ({ settings: { SECRETS_KEY: key } }: SignInContext): string => {
  if (key === undefined)
    throw invalidInput(
      'sign_in',
      'This service has no key to keep a sign-in by. Ask its owner for SECRETS_KEY.',
    );
  return key;
};

/** Returns the origin to which alone the sign-in of a feed goes. Throws VALIDATION_FAILED unless others cannot read it on the way. */
const originOf = ({ settings }: SiteSignInContext, url: string): string => {
  const { origin, protocol, hostname } = new URL(url);
  const allowHosts = parseAllowHosts(settings.FETCH_ALLOW_HOSTS);
  if (protocol !== 'https:' && !isAllowedHost(allowHosts, hostname, portOf(new URL(url))))
    throw invalidInput('url', 'A sign-in is sent over https only. Follow the feed at its https address.');
  return origin;
};

/** Returns the sign-in for following the feed at an address that a reader typed. */
const ownSignIn = (ctx: SiteSignInContext, typed: string, given: NewSiteSignIn): OwnSignIn => {
  const key = keyOf(ctx);
  const origin = originOf(ctx, feedAddress(typed).url);
  return {
    origin,
    headers: headersOf(given),
    keep: async (feed_id, url) => {
      if (new URL(url).origin !== origin)
        throw invalidInput(
          'url',
          `The feed is at ${url}. Give that address, so that your sign-in goes there.`,
        );
      await ctx.siteSignIns.put(sealSignIn(key, { feed_id, origin }, given, ctx.now().toISOString()));
    },
  };
};

/**
 * Gives a followed feed a sign-in:
 *
 * 1. Request its document with it. A site that refuses it changes nothing.
 * 2. Keep it for the reader's own feed of this address.
 * 3. If the reader followed the feed that all share, follow the own one instead, with the settings and the articles of that one.
 * 4. Have the feed fetched.
 *
 * A repeated call completes one that was cut off. Throws VALIDATION_FAILED and FEED_UNREACHABLE.
 */
const setSignIn = async (
  ctx: SiteSignInContext,
  { feed, subscription }: FollowedFeed,
  given: NewSiteSignIn,
): Promise<FollowedFeed> => {
  const key = keyOf(ctx);
  const { user_id } = subscription;
  const origin = originOf(ctx, requestAddress(feed.url));
  const answer = await requestWith(ctx, feed, true, { origin, headers: headersOf(given) });
  if (answer.is_failed) {
    const { code, message } = answer.failure;
    throw unreachable(code, message);
  }
  const now = ctx.now().toISOString();
  const feed_id = feed.is_private ? feed.feed_id : privateFeedId(feed.url, user_id);
  await ctx.siteSignIns.put(sealSignIn(key, { feed_id, origin }, given, now));
  if (feed.is_private) return { feed: await resumeFeed(ctx, feed), subscription };
  return moveTo(ctx, { feed, subscription }, feed_id);
};

/** Steps 3 and 4. The articles that the reader has of the shared feed keep their ids, so that they do not come again. */
const moveTo = async (
  ctx: SiteSignInContext,
  { feed, subscription }: FollowedFeed,
  feed_id: string,
): Promise<FollowedFeed> => {
  const { user_id } = subscription;
  const now = ctx.now();
  const known = await ctx.seen.get(feed_id);
  if (known.version === 0) await ctx.seen.put(feed_id, (await ctx.seen.get(feed.feed_id)).items, 0);
  await copyArticles(ctx, user_id, feed.feed_id, feed_id);
  const written = await writeFollowing(
    ctx,
    ownFeed(feed, feed_id, now),
    () => ownSubscription(subscription, feed_id, now),
    true,
  );
  await unsubscribe(ctx, user_id, feed.feed_id, feed_id);
  const message = toFeedMessage(written.feed, written.feed.next_fetch_at ?? now.toISOString(), now);
  await ctx.sendFetch([{ ...message, new_subscriber: user_id }]);
  return followedFeed(ctx, user_id, feed_id);
};

/** Returns the reader's own feed at the address of one that all share, with what is known of that one. */
const ownFeed = (feed: Feed, feed_id: string, now: Date): Feed => {
  const { url, source, title, site_url, description, language } = feed;
  const at = now.toISOString();
  return newFeed({
    feed_id,
    url,
    is_private: true,
    source,
    title,
    site_url,
    description,
    language,
    next_fetch_at: at,
    last_fetched_at: null,
    created_at: at,
  });
};

const ownSubscription = (of: Subscription, feed_id: string, now: Date): Subscription => {
  const { user_id, feed_title, folder, position, title, fetch_interval_minutes } = of;
  const { text_mode, volume, keep_days, is_active } = of;
  const chosen = { folder, position, title, fetch_interval_minutes, text_mode, volume, keep_days, is_active };
  return newSubscription({ user_id, feed_id, feed_title, created_at: now.toISOString(), ...chosen });
};

const PAGE = 200;

/**
 * Stores the versions that a feed has of a reader's articles for another feed too, which takes them over, so that their texts stay.
 * Repeating it changes nothing.
 */
const copyArticles = async (
  { articles, entries, now }: Pick<Context, 'articles' | 'entries' | 'now'>,
  user_id: string,
  from: string,
  to: string,
): Promise<void> => {
  let after: EntryPosition | null = null;
  for (;;) {
    const page: Awaited<ReturnType<typeof entries.list>> = await entries.list({
      user_id,
      sort: 'published_at',
      filter: 'all',
      feed_ids: [from],
      limit: PAGE,
      after,
      now: now().toISOString(),
    });
    const keys = page.rows.map(({ article_id }) => ({ article_id, feed_id: from }));
    const { found } = await readArticles(articles, keys);
    if (found.length > 0) await articles.putMany(found.map((article) => ({ ...article, feed_id: to })));
    after = page.rows.at(-1) ?? null;
    if (!page.has_more || after === null) return;
  }
};
