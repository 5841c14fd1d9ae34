import { z } from 'zod';
import type { ProfileStore } from '../accounts/profile.ts';
import type { createRecalculateSlice } from '../scoring/recalculate.ts';
import type { JobWorker } from './run-job.ts';

const cursorShape = z.object({ after: z.string().nullable(), version: z.int(), changed: z.int() });

/** Recalculates a reader's scores slice by slice. */
export const createRecalculateWorker =
  (
    slice: ReturnType<typeof createRecalculateSlice>,
    profiles: Pick<ProfileStore, 'keywordsVersion'>,
  ): JobWorker =>
  async (job, message) => {
    const cursor = message.cursor === undefined ? null : cursorShape.parse(JSON.parse(message.cursor));
    const { seen, changed, next, version } = await slice(job.user_id, cursor);
    const isFirst = cursor === null || cursor.version !== version || cursor.after === null;
    const done = (isFirst ? 0 : job.done) + seen;
    const changedInAll = (cursor?.changed ?? 0) + changed;
    if (next !== null)
      return { state: 'more', cursor: JSON.stringify({ ...next, changed: changedInAll }), done, total: null };
    return {
      state: 'done',
      done,
      result: { changed_entries: changedInAll, keywords_version: version },
      // A keyword written after the last slice looked and before the lock went found this job still running.
      startAgain: async () => (await profiles.keywordsVersion(job.user_id)) !== version,
    };
  };
