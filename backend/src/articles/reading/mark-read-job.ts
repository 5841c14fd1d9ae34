import { z } from 'zod';
import type { ApplyWatermark } from './apply-watermark.ts';
import type { JobWorker } from '../../jobs/run-job.ts';

const cursorSchema = z.object({
  after: z
    .object({ importance_score: z.number().nullable(), published_at: z.string(), article_id: z.string() })
    .nullable(),
  settled: z.int().min(0),
});

/** Creates the worker that writes a mark into the entries it covers; the job has the mark's id. */
export const createMarkReadWorker = (applyWatermark: ApplyWatermark): JobWorker => ({
  run: async ({ user_id, job_id, total }, { cursor }) => {
    const from = cursor === undefined ? { after: null, settled: 0 } : cursorSchema.parse(JSON.parse(cursor));
    const { is_done, reached, settled } = await applyWatermark(user_id, job_id, from.after);
    const done = from.settled + settled;
    if (is_done) return { state: 'done', done, result: { marked_articles: done } };
    const after =
      reached === null
        ? null
        : {
            importance_score: reached.importance_score,
            published_at: reached.published_at,
            article_id: reached.article_id,
          };
    return { state: 'more', cursor: JSON.stringify({ after, settled: done }), done, total };
  },
});
