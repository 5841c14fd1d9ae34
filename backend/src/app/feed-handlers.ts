import { createDiscover } from '../discovery/discover.ts';
import { rescore } from '../scoring/recalculate.ts';
import { createChangeFeed } from '../feeds/change-feed.ts';
import { createFeedEndpoints } from '../feeds/feed-endpoints.ts';
import { createChangeFolder, createDeleteFolder } from '../feeds/folders/change-folder.ts';
import { createFolderEndpoints } from '../feeds/folders/folder-endpoints.ts';
import { createReadFigures } from '../feeds/figures/read-figures.ts';
import { createReadHistory } from '../feeds/history/read-history.ts';
import { bookingTurns } from '../web/turns/pace.ts';
import { createResumeFeed } from '../feeds/resume-feed.ts';
import { createSubscribe } from '../feeds/subscribe.ts';
import { createSubscriptionEndpoints, markFeedReadEndpoint } from '../feeds/subscription-endpoints.ts';
import { createUnsubscribe } from '../feeds/unsubscribe.ts';
import { createUnsubscribeMany } from '../feeds/unsubscribe-many.ts';
import { createRenewIcon } from '../pictures/icon.ts';
import type { ImageKeys } from '../model/article/image-keys.ts';
import { createLimitRegistration } from '../limits/limit-registration.ts';
import { createTakeFirstDocument } from '../refresh/take-document.ts';
import type { ContextOf } from './context.ts';
import { countUnreadOf, readDocumentOf, takeDocumentOf } from './base.ts';
import { createRobotsFor } from '../web/robots/robots-for.ts';

/** Returns the search for a site's feeds. A reader waits for it, so it books its turns instead of going to a queue. */
const discoverOf = (ctx: ContextOf['api']) =>
  createDiscover({
    fetch: bookingTurns(ctx),
    parse: ctx.parser.parseFeed,
    readPage: ctx.parser.pageFeeds,
    listings: { ...ctx.parser, robotsFor: createRobotsFor(ctx) },
  });

/**
 * Returns the search for the icon of a feed that a reader begins to follow, whose answer already names the icon. It
 * does not wait for turns, but everybody else waits for those that it books.
 */
const renewIconOf = (ctx: ContextOf['api']) => {
  const pause = () => Promise.resolve(true);
  const fetch = bookingTurns({ ...ctx, pause });
  return createRenewIcon({ ...ctx, fetch, iconLinks: ctx.parser.iconLinks });
};

const readHistoryOf = (ctx: ContextOf['api'], imageKeys: ImageKeys) => {
  const readDocument = readDocumentOf(ctx.parser);
  return createReadHistory({ ...ctx, readDocument, sanitiseAll: ctx.parser.sanitiseAll, imageKeys });
};

/** Creates the handlers for finding, following, changing and leaving feeds. */
export const createFeedHandlers = (ctx: ContextOf['api'], imageKeys: ImageKeys) => {
  const countUnread = countUnreadOf(ctx);
  const discover = discoverOf(ctx);
  const takeFirstDocument = createTakeFirstDocument({
    ...ctx,
    takeDocument: takeDocumentOf(ctx, renewIconOf(ctx)),
    log: ctx.log,
    observe: ctx.observeFetch ?? (() => {}),
  });
  const subscribe = createSubscribe({
    ...ctx,
    discover,
    takeFirstDocument,
    maxSubscriptions: ctx.settings.MAX_SUBSCRIPTIONS,
  });
  const unsubscribe = createUnsubscribe({ ...ctx, countUnread });
  return {
    ...createFeedEndpoints({
      ...ctx,
      discover,
      readHistory: readHistoryOf(ctx, imageKeys),
      readFigures: createReadFigures(ctx),
    }),
    ...createSubscriptionEndpoints({
      ...ctx,
      subscribe,
      changeFeed: createChangeFeed({
        ...ctx,
        rescore: (userId) => rescore(ctx, userId),
        subscribe,
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
