import { feedEndpoints, markFeedReadEndpoint, subscriptionEndpoints } from '../feeds/feed-endpoints.ts';
import { folderEndpoints } from '../feeds/folders.ts';
import { bookingTurns } from '../web/turns/pace.ts';
import { createRenewIcon } from '../pictures/icon.ts';
import type { ImageKeys } from '../model/article/image-keys.ts';
import type { ContextOf } from './context.ts';
import { createRobotsFor } from '../web/robots/robots-for.ts';

/**
 * Returns the search for the icon of a feed that a reader begins to follow, whose answer already names the icon. It
 * does not wait for turns, but everybody else waits for those that it books.
 */
const renewIconOf = (ctx: ContextOf['api']) => {
  const pause = () => Promise.resolve(true);
  const fetch = bookingTurns({ ...ctx, pause });
  return createRenewIcon({ ...ctx, fetch });
};

/** Creates the handlers for finding, following, changing and leaving feeds. */
export const createFeedHandlers = (outside: ContextOf['api'], imageKeys: ImageKeys) => {
  const ctx = {
    ...outside,
    imageKeys,
    renewIcon: renewIconOf(outside),
    robotsFor: createRobotsFor(outside),
    // A reader waits for these requests, so they book their turns instead of going to a queue.
    fetch: bookingTurns(outside),
  };
  return {
    ...feedEndpoints(ctx),
    ...subscriptionEndpoints(ctx),
    ...folderEndpoints(ctx),
    ...markFeedReadEndpoint(ctx),
  };
};
