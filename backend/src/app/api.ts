import { createIdentify } from '../accounts/sign-in/authenticate.ts';
import { createAuthenticate } from '../api/checks/authenticate.ts';
import { createApi } from '../api/create-api.ts';
import type { Api } from '../api/requests/http.ts';
import type { SettingsOf } from '../config/env.ts';
import type { ApiHandlers } from '../contract/endpoints/handlers.ts';
import { newSecret } from '../accounts/identities/secret.ts';
import { createImageEndpoint } from '../pictures/image-endpoint.ts';
import { createImageKeys } from '../pictures/image-key.ts';
import { createLoadImage } from '../pictures/load-image.ts';
import { version } from '../lib/version.ts';
import { createLimiter, type Limiter, type LimiterOptions } from '../limits/limiter.ts';
import { readRules } from '../limits/rate-class.ts';
import { createOwnerEndpoints } from '../owner/owner-endpoints.ts';
import { createDispatch } from '../refresh/dispatch.ts';
import { keywordEndpoints } from '../keywords/keyword-endpoints.ts';
import { scoringEndpoints } from '../scoring/scoring-endpoints.ts';
import { createReadState } from '../articles/reading/read-state.ts';
import { createSearcher } from '../search/keep/searcher.ts';
import { searchEndpoints } from '../search/results/search-endpoints.ts';
import { savedSearchEndpoints } from '../search/saved/saved-search-endpoints.ts';
import { countUnreadOf } from './base.ts';
import type { ContextOf, Base } from './context.ts';
import { createAccountHandlers } from './account-handlers.ts';
import { createArticleHandlers, knownToReadersOf } from './article-handlers.ts';
import { retentionIn } from '../model/reader/retention.ts';
import { createFeedHandlers } from './feed-handlers.ts';
import { createJobHandlers } from './job-handlers.ts';
import { myDataHandlers } from './my-data-handlers.ts';
import { createCrawlHandlers } from './crawl.ts';
import { ruleEndpoints } from '../delivery/rules/rule-endpoints.ts';
import { forgettingRows } from './forgetting-rows.ts';

/** Creates the use case behind every endpoint, without HTTP. */
export const createApiHandlers = (ctx: ContextOf['api']): ApiHandlers => {
  const imageKeys = createImageKeys({ ...ctx, newSecret });
  const known = knownToReadersOf(ctx, imageKeys);
  const searcher = createSearcher({ ...ctx, ...known }, ctx.searchMemoryBytes);
  const searching = {
    ...ctx,
    ...known,
    searcher,
    readState: createReadState({
      ...ctx,
      countUnread: countUnreadOf(ctx),
      retention: retentionIn(ctx.settings),
    }),
  };
  const handlers: ApiHandlers = {
    ...createFeedHandlers(ctx, imageKeys),
    ...createImageEndpoint({
      imageKeys,
      loadImage: createLoadImage({ ...ctx, ...ctx.parser }),
    }),
    ...createArticleHandlers(ctx, known),
    ...searchEndpoints(searching),
    ...savedSearchEndpoints(searching),
    ...keywordEndpoints(ctx),
    ...scoringEndpoints(ctx),
    ...createAccountHandlers(ctx, ctx.signInPolicy),
    ...myDataHandlers(ctx),
    ...createOwnerEndpoints({
      ...ctx,
      dispatch: createDispatch(ctx),
    }),
    ...createJobHandlers(ctx),
    ...createCrawlHandlers(ctx),
    ...ruleEndpoints(ctx),
  };
  return forgettingRows(handlers, searcher);
};

/** Creates the handler of the api function: the use cases behind the checks that every request passes. */
export const createApiFunction = (
  ctx: ContextOf['api'],
  handlers: ApiHandlers = createApiHandlers(ctx),
): Api => {
  const { admission } = ctx.signInPolicy;
  return createApi({
    ...ctx,
    handlers,
    authenticate: createAuthenticate(createIdentify({ ...ctx, admission })),
    corsAllowedOrigin: ctx.settings.CORS_ALLOWED_ORIGIN,
    hasBookmarkCounts: ctx.settings.HATEBU === 'on',
    version,
  });
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
