import { z } from 'zod';
import { inSlices, type JobDefinition } from '../../jobs/job-definition.ts';
import type { Job } from '../../model/job/job.ts';
import type { ApplyWatermark } from './apply-watermark.ts';
import type { UndoMark } from './mark-all.ts';

/** The last entry that was looked at, and the number of entries that are settled. */
const position = z.object({
  after: z
    .object({ order: z.number().nullable().default(null), published_at: z.string(), article_id: z.string() })
    .nullable(),
  settled: z.int().min(0),
});

/** The job that writes a mark into the entries it covers; the job has the mark's id. */
export const createMarkReadJob = (applyWatermark: ApplyWatermark): JobDefinition => ({
  run: inSlices(position, async ({ user_id, job_id, total }, from) => {
    const { is_done, reached, settled } = await applyWatermark(user_id, job_id, from?.after ?? null);
    const done = (from?.settled ?? 0) + settled;
    if (is_done) return { state: 'done', done, result: { marked_articles: done } };
    return { state: 'more', cursor: { after: reached, settled: done }, done, total };
  }),
});

/** Undoes the mark of a cancelled job. */
export const createCancelMarkRead =
  (undoMark: UndoMark) =>
  ({ user_id, job_id }: Job): Promise<void> =>
    undoMark(user_id, job_id);
