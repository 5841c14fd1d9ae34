import { bringOlderEndpoint } from '../feeds/older/bring-older.ts';
import { opmlEndpoints } from '../feeds/import/opml-endpoints.ts';
import { jobEndpoints, startEndpoints } from '../jobs/job-endpoints.ts';
import type { ContextOf } from './context.ts';
import { onCancelledOf } from './job-definitions.ts';

/** Creates the handlers for OPML, for older articles, and for starting, following and cancelling jobs. */
export const createJobHandlers = (ctx: ContextOf['api']) => {
  return {
    ...opmlEndpoints(ctx),
    ...startEndpoints(ctx),
    ...bringOlderEndpoint(ctx),
    ...jobEndpoints({
      ...ctx,
      onCancelled: onCancelledOf(ctx),
    }),
  };
};
