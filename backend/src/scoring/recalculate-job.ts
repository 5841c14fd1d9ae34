import { z } from 'zod';
import { inSlices, type JobDefinition } from '../jobs/job-definition.ts';
import type { ProfileStore } from '../model/reader/profile.ts';
import type { createRecalculateSlice } from './recalculate.ts';

const position = z.object({
  after: z.string().nullable(),
  version: z.int(),
  seen: z.int(),
  total: z.int(),
  changed: z.int(),
  begun_at: z.string().optional(),
});

/** The job that recalculates a reader's scores. */
export const createRecalculateJob = (
  slice: ReturnType<typeof createRecalculateSlice>,
  profiles: Pick<ProfileStore, 'keywordsVersion'>,
): JobDefinition => ({
  run: inSlices(position, async (job, from) => {
    const { is_done, reached } = await slice(job.user_id, from);
    const { seen, total, changed, version } = reached;
    if (!is_done) return { state: 'more', cursor: reached, done: seen, total };
    return { state: 'done', done: seen, result: { changed_entries: changed, keywords_version: version } };
  }),
  // A keyword that the reader wrote after the last slice, but before the release of the lock, started no job of its
  // own.
  startAgain: async ({ user_id, result }) =>
    (await profiles.keywordsVersion(user_id)) !== result?.['keywords_version'],
});
