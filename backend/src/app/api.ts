import { createIdentify } from '../accounts/sign-in/authenticate.ts';
import { createAuthenticate } from '../api/checks/authenticate.ts';
import { createApi } from '../api/create-api.ts';
import type { Api } from '../api/requests/http.ts';
import type { SettingsOf } from '../config/env.ts';
import type { ApiHandlers } from '../contract/endpoints/handlers.ts';
import { newSecret } from '../accounts/identities/secret.ts';
import { createImageEndpoint } from '../images/image-endpoint.ts';
import { createImageKeys } from '../images/image-key.ts';
import { createLoadImage } from '../images/load-image.ts';
import { createStartJob } from '../jobs/start-job.ts';
import { version } from '../lib/version.ts';
import { createLimiter, type Limiter, type LimiterOptions } from '../limits/limiter.ts';
import { readRules } from '../limits/rate-class.ts';
import { createOwnerEndpoints } from '../owner/owner-endpoints.ts';
import { createDispatch } from '../refresh/schedule/dispatch.ts';
import { createKeywordEndpoints } from '../scoring/keyword-endpoints.ts';
import { createLearningEndpoints } from '../scoring/learning/learning-endpoints.ts';
import { createModelEndpoint } from '../scoring/waiting/model-endpoint.ts';
import { wordsOf } from '../scoring/lexical/words.ts';
import { createAdviseEndpoint } from '../scoring/suggestions/advise.ts';
import { createSharesEndpoint } from '../scoring/suggestions/keyword-shares.ts';
import { createPreviewEndpoint } from '../scoring/preview-keyword.ts';
import type { ApiAdapters, Base } from './parts/adapters.ts';
import { createAccountHandlers } from './account-handlers.ts';
import { createArticleHandlers, knownToReadersOf } from './article-handlers.ts';
import { retentionIn } from '../model/reader/retention.ts';
import { createFeedHandlers } from './feed-handlers.ts';
import { createJobHandlers } from './job-handlers.ts';
import { createMyDataHandlers } from './my-data-handlers.ts';
import { scoringOf } from './parts/base.ts';
import { createCrawlHandlers } from './parts/crawl.ts';
import { createRuleHandlers } from './parts/rules.ts';
import { createSearchHandlers, forgettingRows, searcherOf } from './parts/search.ts';
import { createSavedSearchHandlers } from './parts/saved-searches.ts';

/** Creates the use case behind every endpoint, without HTTP. */
export const createApiHandlers = (adapters: ApiAdapters): ApiHandlers => {
  const { base, send, embedder, api } = adapters;
  const { stores, now, newId } = base;
  const startJob = createStartJob({ ...stores, sendJob: send.jobs, now, newId });
  const scoring = scoringOf(base, embedder);
  const { makeVector, usualFor, model } = scoring;
  const imageKeys = createImageKeys({ ...stores, newSecret, now });
  const known = knownToReadersOf(base, adapters.settings, imageKeys);
  const searcher = searcherOf(base, { loadNames: known.loadNames, model, support: api });
  const handlers: ApiHandlers = {
    ...createFeedHandlers(adapters, imageKeys),
    ...createImageEndpoint({
      imageKeys,
      loadImage: createLoadImage({ ...adapters.outbound, ...adapters.parser }),
    }),
    ...createArticleHandlers(adapters, scoring, known),
    ...createSearchHandlers(base, { ...known, searcher, makeVector, model }),
    ...createKeywordEndpoints({ ...stores, makeVector, startJob, now }),
    ...createLearningEndpoints({ ...stores, startJob, now }),
    ...createAdviseEndpoint({ ...stores, wordsOf, now }),
    ...createPreviewEndpoint({ ...stores, model, makeVector, usualFor, now }),
    ...createSharesEndpoint({ ...stores, now }),
    ...createModelEndpoint({ ...stores, now }),
    ...createAccountHandlers(base, api.signInPolicy),
    ...createMyDataHandlers(adapters, startJob),
    ...createOwnerEndpoints({
      ...stores,
      now,
      queues: api.queues,
      dispatch: createDispatch({ ...base, feeds: stores.feeds, sendFetch: send.fetch }),
      startJob,
    }),
    ...createJobHandlers(adapters, startJob),
    ...createCrawlHandlers(base, adapters.settings, startJob),
    ...createRuleHandlers(base, startJob),
    ...createSavedSearchHandlers(base, { searcher, makeVector, retention: retentionIn(adapters.settings) }),
  };
  return forgettingRows(handlers, searcher);
};

/** Creates the handler of the api function: the use cases behind the checks that every request passes. */
export const createApiFunction = (
  adapters: ApiAdapters,
  handlers: ApiHandlers = createApiHandlers(adapters),
): Api => {
  const { base, settings, api } = adapters;
  const { stores, now, log } = base;
  const { admission } = api.signInPolicy;
  return createApi({
    handlers,
    authenticate: createAuthenticate(createIdentify({ ...stores, admission, now, log })),
    limiter: api.limiter,
    corsAllowedOrigin: settings.CORS_ALLOWED_ORIGIN,
    hasBookmarkCounts: settings.HATEBU === 'on',
    health: api.health,
    version,
    log,
    now,
  });
};

/** Creates the rate limiter of the API by its settings. A setting that cannot be read is logged as an error. */
export const createApiLimiter = (
  { now, log }: Base,
  settings: SettingsOf<'api'>,
  { windows, observe }: Pick<LimiterOptions, 'windows' | 'observe'>,
): Limiter =>
  createLimiter({
    windows,
    rules: readRules(settings, (message) => log.error(message, {})),
    now,
    log,
    observe,
  });
