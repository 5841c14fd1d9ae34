import { createBringOlderEndpoint } from '../feeds/older/bring-older.ts';
import { createOpmlEndpoints } from '../feeds/import/opml-endpoints.ts';
import { createJobEndpoints } from '../jobs/endpoints/job-endpoints.ts';
import { createStartEndpoints } from '../jobs/endpoints/start-endpoints.ts';
import type { StartJob } from '../jobs/start-job.ts';
import type { ContextOf } from './context.ts';
import { undoMarkOf } from './base.ts';
import { onCancelledOf } from './job-definitions.ts';

/** Creates the handlers for OPML, for older articles, and for starting, following and cancelling jobs. */
export const createJobHandlers = (ctx: ContextOf['api'], startJob: StartJob) => {
  return {
    ...createOpmlEndpoints({ ...ctx, parseOpml: ctx.parser.parseOpml, startJob }),
    ...createStartEndpoints({ ...ctx, startJob }),
    ...createBringOlderEndpoint(ctx),
    ...createJobEndpoints({
      ...ctx,
      onCancelled: onCancelledOf(ctx, undoMarkOf(ctx)),
    }),
  };
};
