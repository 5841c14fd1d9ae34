import { rescore } from '../scoring/recalculate.ts';
import { createChangeFeed } from '../feeds/change-feed.ts';
import { createFeedEndpoints } from '../feeds/feed-endpoints.ts';
import { createChangeFolder, createDeleteFolder } from '../feeds/folders/change-folder.ts';
import { createFolderEndpoints } from '../feeds/folders/folder-endpoints.ts';
import { createReadFigures } from '../feeds/figures/read-figures.ts';
import { bookingTurns } from '../web/turns/pace.ts';
import { createResumeFeed } from '../feeds/resume-feed.ts';
import { createSubscriptionEndpoints, markFeedReadEndpoint } from '../feeds/subscription-endpoints.ts';
import { createUnsubscribe } from '../feeds/unsubscribe.ts';
import { createUnsubscribeMany } from '../feeds/unsubscribe-many.ts';
import { createRenewIcon } from '../pictures/icon.ts';
import type { ImageKeys } from '../model/article/image-keys.ts';
import { createLimitRegistration } from '../limits/limit-registration.ts';
import type { ContextOf } from './context.ts';
import { countUnreadOf } from './base.ts';
import { createRobotsFor } from '../web/robots/robots-for.ts';

/**
 * Returns the search for the icon of a feed that a reader begins to follow, whose answer already names the icon. It
 * does not wait for turns, but everybody else waits for those that it books.
 */
const renewIconOf = (ctx: ContextOf['api']) => {
  const pause = () => Promise.resolve(true);
  const fetch = bookingTurns({ ...ctx, pause });
  return createRenewIcon({ ...ctx, fetch, iconLinks: ctx.parser.iconLinks });
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
  const countUnread = countUnreadOf(ctx);
  const unsubscribe = createUnsubscribe({ ...ctx, countUnread });
  return {
    ...createFeedEndpoints({
      ...ctx,
      readFigures: createReadFigures(ctx),
    }),
    ...createSubscriptionEndpoints({
      ...ctx,
      changeFeed: createChangeFeed({
        ...ctx,
        rescore: (userId) => rescore(ctx, userId),
        unsubscribe,
      }),
      unsubscribeMany: createUnsubscribeMany({ ...ctx, unsubscribe }),
      resumeFeed: createResumeFeed(ctx),
      limitRegistration: createLimitRegistration(ctx.limiter, ctx.now),
    }),
    ...createFolderEndpoints({
      ...ctx,
      changeFolder: createChangeFolder(ctx),
      deleteFolder: createDeleteFolder(ctx),
    }),
    ...markFeedReadEndpoint(ctx),
  };
};
