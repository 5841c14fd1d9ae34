import type { Context } from '../../model/context.ts';
import { inSlices, type JobDefinition } from '../../jobs/job-definition.ts';
import { pastPlace } from '../../queues/messages.ts';

/**
 * The job that brings a feed's past: the documents before the one that readers fetch. Its slices only hand each next
 * document over to the fetch queue, whose worker sends the last slice, when nothing follows. A slice that is repeated asks
 * for a document once more, which brings nothing twice.
 */
export const pastJob = ({ sendFetch }: Pick<Context, 'sendFetch'>): JobDefinition => ({
  run: inSlices(pastPlace, async ({ user_id, job_id, taken_by }, place) => {
    if (place === null || taken_by === null)
      return { state: 'done', done: 0, result: { brought_articles: 0, documents: 0 } };
    const { brought, asked, end } = place;
    if (end !== undefined) {
      const result = { brought_articles: brought, documents: asked.length, ended: end };
      return { state: 'done', done: brought, result };
    }
    await sendFetch([{ kind: 'past', user_id, job_id, start_id: taken_by, place }]);
    return { state: 'elsewhere' };
  }),
});
