import type { createCleanup } from '../retention/cleanup.ts';
import type { JobWorker } from './run-job.ts';

/** The daily cleanup for one reader, now. */
export const createCleanupWorker = (cleanup: ReturnType<typeof createCleanup>): JobWorker => ({
  run: async ({ user_id }) => {
    const result = await cleanup(user_id);
    return { state: 'done', done: result.deleted_articles + result.deleted_read_articles, result };
  },
});
