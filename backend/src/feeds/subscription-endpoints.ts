import { markAll, type MarkContext } from '../articles/reading/mark-all.ts';
import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import { feedToWire } from '../model/feed/feed-to-wire.ts';
import type { LimitRegistration } from '../limits/limit-registration.ts';
import type { ChangeFeed } from './change-feed.ts';
import { loadFollowed, type LoadFollowedDeps } from './load-followed.ts';
import type { ResumeFeed } from './resume-feed.ts';
import { subscribe, type SubscribeContext } from './subscribe.ts';
import type { UnsubscribeMany } from './unsubscribe-many.ts';
import { feedUnknown } from '../model/feed/errors.ts';

export type SubscriptionEndpointDeps = SubscribeContext &
  LoadFollowedDeps & {
    changeFeed: ChangeFeed;
    unsubscribeMany: UnsubscribeMany;
    resumeFeed: ResumeFeed;
    limitRegistration: LimitRegistration;
  };

type SubscriptionEndpoints = 'addFeed' | 'updateFeed' | 'deleteFeed' | 'resumeFeed';

/** Creates the endpoints that change what a reader follows. */
export const createSubscriptionEndpoints = (
  deps: SubscriptionEndpointDeps,
): HandlersOf<SubscriptionEndpoints> => ({
  addFeed: async ({ reader: { user_id }, body: { url, folder } }) => {
    const { feed, subscription } = await subscribe(deps, user_id, url, { folder: folder ?? null });
    return feedToWire(feed, subscription);
  },
  updateFeed: async ({ reader: { user_id }, params: { feed_id }, body }) => {
    // A new address is looked for like that of a new subscription.
    if (body.url !== undefined) await deps.limitRegistration(user_id);
    const target = await deps.changeFeed(user_id, feed_id, body);
    const { feed, subscription } = await loadFollowed(deps, user_id, target);
    return feedToWire(feed, subscription);
  },
  deleteFeed: async ({ reader: { user_id }, params: { feed_id } }) => {
    return (await deps.unsubscribeMany(user_id, feed_id)) ?? undefined;
  },
  resumeFeed: async ({ reader: { user_id }, params: { feed_id } }) => {
    const { feed, subscription } = await loadFollowed(deps, user_id, feed_id);
    return feedToWire(await deps.resumeFeed(feed), subscription);
  },
});

/** The endpoint that marks the articles of a followed feed as read. */
export const markFeedReadEndpoint = (ctx: MarkContext): HandlersOf<'markFeedRead'> => ({
  markFeedRead: async ({ reader: { user_id }, params: { feed_id } }) => {
    if ((await ctx.subscriptions.get(user_id, feed_id)) === null) throw feedUnknown();
    return markAll(ctx, user_id, ctx.now().toISOString(), [feed_id]);
  },
});
