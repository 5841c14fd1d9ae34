import type { AppContext } from './context.ts';
import { createApiContext, createApiHandlers } from './api.ts';
import { createApiFunction } from './api-function.ts';
import { createClients } from '../clients/create-clients.ts';
import type { Api } from '../api/requests.ts';
import { isClientPath } from '../config/client-paths.ts';
import { createBookmarksHandler } from './bookmarks.ts';
import { createCleanupHandler } from './cleanup.ts';
import { createDispatchHandler } from './dispatch.ts';
import { createFetchHandler } from './fetch.ts';
import { createJobsHandler } from './jobs.ts';
import { createScoreHandler } from './score.ts';

/**
 * Creates every handler over one context, for a process that runs them all. A Lambda function runs one handler
 * and imports the module of that one alone, because importing this file would put all of them into its bundle.
 */
export const createApplication = (ctx: AppContext) => {
  const kept = createApiContext(ctx);
  const apiHandlers = createApiHandlers(kept);
  const api = createApiFunction(ctx, apiHandlers);
  const clients = createClients({ ...kept, handlers: apiHandlers });
  const answer: Api = (event, context, gone) =>
    (isClientPath(event.rawPath) ? clients : api)(event, context, gone);
  return {
    /** The use cases behind the endpoints, without HTTP. */
    apiHandlers,
    /** Answers the page, and other feed readers at their paths. */
    api: answer,
    dispatch: createDispatchHandler(ctx),
    fetch: createFetchHandler(ctx),
    score: createScoreHandler(ctx),
    jobs: createJobsHandler(ctx),
    cleanup: createCleanupHandler(ctx),
    bookmarks: createBookmarksHandler(ctx),
  };
};
