import { articleEndpoints } from '../articles/lists/article-endpoints.ts';
import {
  opinionEndpoints,
  readEndpoints,
  savedEndpoint,
  tagEndpoints,
} from '../articles/lists/read-endpoints.ts';
import { highlightEndpoints } from '../articles/lists/highlight-endpoints.ts';
import { todayEndpoint } from '../today/today-endpoints.ts';
import { jobEndpoints, startEndpoints } from '../jobs/job-endpoints.ts';
import { preferencesEndpoints } from '../accounts/preferences.ts';
import { sessionEndpoints } from '../accounts/sessions.ts';
import { signInEndpoints } from '../accounts/sign-in/sign-in-endpoints.ts';
import { feedAddressEndpoints } from '../accounts/feed-addresses.ts';
import { tokenEndpoints } from '../accounts/tokens.ts';
import type { SettingsOf } from '../config/env.ts';
import type { ApiHandlers, EndpointHandler, HandlersOf } from '../contract/endpoints/handlers.ts';
import { serviceEndpoints } from '../contract/endpoints/service-endpoints.ts';
import { newSecret } from '../accounts/secret.ts';
import { createImageKeys } from '../pictures/image-key.ts';
import { createLimiter, type Limiter, type LimiterOptions } from '../limits/limiter.ts';
import { readRules } from '../limits/rate-class.ts';
import { scoringEndpoints } from '../scoring/scoring-endpoints.ts';
import { createLoadStories } from '../articles/stories/known-stories.ts';
import { createBookmarkCounts } from '../bookmarks/counts.ts';
import { createSearcher, type Searcher } from '../search/keep/searcher.ts';
import type { ApiContext, Base, PageContext } from './context.ts';
import { onCancelledOf } from './job-definitions.ts';
import { imageEndpoint } from '../pictures/load-image.ts';
import { savedSearchEndpoints } from '../search/saved/saved-search-endpoints.ts';
import { keywordEndpoints } from '../keywords/keyword-endpoints.ts';
import { endpoints } from '../contract/index.ts';
import { feedEndpoints, markFeedReadEndpoint, subscriptionEndpoints } from '../feeds/feed-endpoints.ts';
import { folderEndpoints } from '../feeds/folders.ts';
import { bookingTurns } from '../web/turns/pace.ts';
import { createRenewIcon } from '../pictures/icon.ts';
import { createRobotsFor } from '../web/robots/robots-for.ts';
import { once } from '../lib/memory.ts';

/** Makes what the process of the API keeps: keys of pictures, counts, stories, and what is searched. */
export const createApiContext = (ctx: PageContext): ApiContext => {
  const kept = {
    ...ctx,
    imageKeys: createImageKeys({ ...ctx, newSecret }),
    bookmarkCounts:
      ctx.settings.HATEBU === 'on' ? createBookmarkCounts(ctx.bookmarks, ctx.now, ctx.log) : null,
    loadStories: createLoadStories(ctx),
  };
  return { ...kept, searcher: createSearcher(kept, ctx.searchMemoryBytes) };
};

/**
 * Returns the search for the icon of a feed that a reader begins to follow, whose answer already names the icon. It
 * does not wait for turns, but everybody else waits for those that it books.
 */
const renewIconOf = (ctx: ApiContext) => {
  const pause = () => Promise.resolve(true);
  const fetch = bookingTurns({ ...ctx, pause });
  return createRenewIcon({ ...ctx, fetch });
};

/** The handlers for finding, following, changing and leaving feeds. */
const feedHandlers = (outside: ApiContext) => {
  const ctx = {
    ...outside,
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

/** Creates the use case behind every endpoint, without HTTP. */
export const createApiHandlers = (ctx: ApiContext): ApiHandlers => {
  const first = {
    ...feedHandlers(ctx),
    ...articleEndpoints(ctx),
    ...imageEndpoint(ctx),
    ...savedSearchEndpoints(ctx),
    ...keywordEndpoints(ctx),
    ...opinionEndpoints(ctx),
    ...todayEndpoint(ctx),
    ...readEndpoints(ctx),
    ...savedEndpoint(ctx),
    ...tagEndpoints(ctx),
    ...highlightEndpoints(ctx),
    ...scoringEndpoints(ctx),
    ...signInEndpoints(ctx),
    ...sessionEndpoints(ctx),
    ...tokenEndpoints(ctx),
    ...feedAddressEndpoints(ctx),
    ...preferencesEndpoints(ctx),
    ...startEndpoints(ctx),
    ...jobEndpoints({ ...ctx, onCancelled: onCancelledOf(ctx) }),
  };
  const handlers = withLater(first, async () => (await import('./rare-endpoints.ts')).rareEndpoints(ctx));
  return forgettingRows(handlers, ctx.searcher);
};

/** Creates the rate limiter of the API by its settings. A setting that cannot be read is logged as an error. */
export const createApiLimiter = (
  ctx: Pick<Base, 'now' | 'log'>,
  settings: SettingsOf<'api'>,
  { windows, observe }: Pick<LimiterOptions, 'windows' | 'observe'>,
): Limiter =>
  createLimiter({
    ...ctx,
    windows,
    rules: readRules(settings, (message) => ctx.log.error(message, {})),
    observe,
  });

const set = <N extends HandledName>(handlers: HandlersOf<N>, name: N, handler: EndpointHandler<N>): void => {
  handlers[name] = handler;
};

type HandledName = keyof ApiHandlers;

/** Returns the handlers so that after a write of a reader the next search of this process reads the rows again. */
const forgettingRows = (handlers: ApiHandlers, { forgetRows }: Pick<Searcher, 'forgetRows'>): ApiHandlers => {
  const wrapped: ApiHandlers = { ...handlers };
  const isHandled = (name: string): name is HandledName => Object.hasOwn(handlers, name);
  const wrap = <N extends HandledName>(name: N): void => {
    const handle: EndpointHandler<N> = handlers[name];
    const forgetting: EndpointHandler<N> = async (request) => {
      try {
        return await handle(request);
      } finally {
        if (request.reader !== null) forgetRows(request.reader.user_id);
      }
    };
    set(wrapped, name, forgetting);
  };
  for (const [name, { method }] of Object.entries(endpoints))
    if (method !== 'GET' && isHandled(name)) wrap(name);
  return wrapped;
};

/**
 * Adds the endpoints that these handlers lack. Their code is loaded with the first request for one of them, so that the start of
 * a function does not read it.
 */
function withLater<N extends HandledName>(
  first: HandlersOf<N>,
  load: () => Promise<HandlersOf<Exclude<HandledName, N>>>,
): ApiHandlers;
function withLater(
  first: Record<string, unknown>,
  load: () => Promise<Record<string, (request: never) => unknown>>,
): Record<string, unknown> {
  const loaded = once(load);
  const others = Object.keys(endpoints).filter(
    (name) => !Object.hasOwn(first, name) && !Object.hasOwn(serviceEndpoints, name),
  );
  return {
    ...first,
    ...Object.fromEntries(
      others.map((name) => [name, async (request: never) => (await loaded())[name]?.(request)]),
    ),
  };
}
