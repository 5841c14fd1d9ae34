import { z } from 'zod';
import type { ProfileStore } from '../model/reader/profile.ts';
import { decodeSketch, encodeSketch } from '../model/score/rank.ts';
import type { createRecalculateSlice, RecalculateCursor } from './recalculate.ts';
import type { JobWorker } from '../jobs/run-job.ts';

const cursorShape = z.object({
  after: z.string().nullable(),
  version: z.int(),
  seen: z.int(),
  total: z.int(),
  changed: z.int(),
  scores: z.base64().transform((text) => decodeSketch(Buffer.from(text, 'base64'))),
});

const writeCursor = (cursor: RecalculateCursor): string =>
  JSON.stringify({ ...cursor, scores: Buffer.from(encodeSketch(cursor.scores)).toString('base64') });

/** Creates the worker that recalculates a reader's scores slice by slice. */
export const createRecalculateWorker = (
  slice: ReturnType<typeof createRecalculateSlice>,
  profiles: Pick<ProfileStore, 'keywordsVersion'>,
): JobWorker => ({
  run: async (job, message) => {
    const cursor = message.cursor === undefined ? null : cursorShape.parse(JSON.parse(message.cursor));
    const { is_done, reached } = await slice(job.user_id, cursor);
    const { seen, total, changed, version } = reached;
    if (!is_done) return { state: 'more', cursor: writeCursor(reached), done: seen, total };
    return {
      state: 'done',
      done: seen,
      result: { changed_entries: changed, keywords_version: version },
    };
  },
  // A keyword that the reader wrote after the last slice, but before the release of the lock, started no job of its
  // own.
  startAgain: async ({ user_id, result }) =>
    (await profiles.keywordsVersion(user_id)) !== result?.['keywords_version'],
});
