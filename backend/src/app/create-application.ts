import type { Adapters } from './parts/adapters.ts';
import { createApiFunction, createApiHandlers } from './api.ts';
import { createBookmarksHandler } from './bookmarks.ts';
import { createCleanupHandler } from './cleanup.ts';
import { createDispatchHandler } from './dispatch.ts';
import { createFetchHandler } from './fetch.ts';
import { createJobsHandler } from './jobs.ts';
import { createPagesHandler } from './pages.ts';
import { createScoreHandler } from './score.ts';

/**
 * Creates every handler over one set of adapters, for a process that runs them all. A Lambda function runs one handler
 * and imports the module of that one alone, because importing this file would put all of them into its bundle.
 */
export const createApplication = (adapters: Adapters) => {
  const apiHandlers = createApiHandlers(adapters);
  return {
    /** The use cases behind the endpoints, without HTTP. */
    apiHandlers,
    api: createApiFunction(adapters, apiHandlers),
    dispatch: createDispatchHandler(adapters),
    fetch: createFetchHandler(adapters),
    score: createScoreHandler(adapters),
    jobs: createJobsHandler(adapters),
    pages: createPagesHandler(adapters),
    cleanup: createCleanupHandler(adapters),
    bookmarks: createBookmarksHandler(adapters),
  };
};
