import { createBringOlderEndpoint } from '../feeds/older/bring-older.ts';
import { createOpmlEndpoints } from '../import/opml-endpoints.ts';
import { createJobEndpoints } from '../jobs/endpoints/job-endpoints.ts';
import { createStartEndpoints } from '../jobs/endpoints/start-endpoints.ts';
import type { StartJob } from '../jobs/start-job.ts';
import type { ApiAdapters } from './parts/adapters.ts';
import { undoMarkOf } from './parts/base.ts';
import { onCancelledOf } from './job-definitions.ts';

/** Creates the handlers for OPML, for older articles, and for starting, following and cancelling jobs. */
export const createJobHandlers = ({ base, send, parser }: ApiAdapters, startJob: StartJob) => {
  const { stores, now, newId } = base;
  return {
    ...createOpmlEndpoints({ ...stores, parseOpml: parser.parseOpml, startJob, now, newId }),
    ...createStartEndpoints({ ...stores, startJob }),
    ...createBringOlderEndpoint({ ...base, ...stores, sendJob: send.jobs }),
    ...createJobEndpoints({
      ...stores,
      sendJob: send.jobs,
      onCancelled: onCancelledOf(base, undoMarkOf(base)),
      now,
      newId,
    }),
  };
};
