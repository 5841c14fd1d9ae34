import type { AppContext } from './context.ts';
import { createApiFunction, createApiHandlers } from './api.ts';
import { createBookmarksHandler } from './bookmarks.ts';
import { createCleanupHandler } from './cleanup.ts';
import { createDispatchHandler } from './dispatch.ts';
import { createFetchHandler } from './fetch.ts';
import { createJobsHandler } from './jobs.ts';
import { createPagesHandler } from './pages.ts';
import { createScoreHandler } from './score.ts';

/**
 * Creates every handler over one context, for a process that runs them all. A Lambda function runs one handler
 * and imports the module of that one alone, because importing this file would put all of them into its bundle.
 */
export const createApplication = (ctx: AppContext) => {
  const apiHandlers = createApiHandlers(ctx);
  return {
    /** The use cases behind the endpoints, without HTTP. */
    apiHandlers,
    api: createApiFunction(ctx, apiHandlers),
    dispatch: createDispatchHandler(ctx),
    fetch: createFetchHandler(ctx),
    score: createScoreHandler(ctx),
    jobs: createJobsHandler(ctx),
    pages: createPagesHandler(ctx),
    cleanup: createCleanupHandler(ctx),
    bookmarks: createBookmarksHandler(ctx),
  };
};
