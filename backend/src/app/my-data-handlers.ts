import { createPreferencesEndpoints } from '../accounts/preferences/preferences-endpoints.ts';
import { createWithCounts } from '../articles/reading/unread.ts';
import type { StartJob } from '../jobs/start-job.ts';
import { createExportEndpoint } from '../my-data/export-endpoint.ts';
import { createReadExportPage } from '../my-data/export-pages.ts';
import { createExportSections } from '../my-data/export-sections.ts';
import { createEndCredentials } from '../my-data/end-credentials.ts';
import { createLeaveEndpoint } from '../my-data/leave-endpoint.ts';
import { retentionIn } from '../model/reader/retention.ts';
import type { ApiAdapters } from './parts/adapters.ts';
import { countUnreadOf } from './parts/base.ts';

/** Creates the handlers for a reader's preferences, for the export of their data and for leaving. */
export const createMyDataHandlers = ({ base, settings }: ApiAdapters, startJob: StartJob) => {
  const { stores, now } = base;
  const retention = retentionIn(settings);
  const withCounts = createWithCounts({ ...stores, countUnread: countUnreadOf(base), now });
  return {
    ...createPreferencesEndpoints({
      ...stores,
      forgetLearned: stores.learning.forget,
      startJob,
      now,
      retention,
    }),
    ...createExportEndpoint({
      ...stores,
      readPage: createReadExportPage(createExportSections({ ...stores, withCounts, now })),
      now,
      retention,
    }),
    ...createLeaveEndpoint({ ...stores, endCredentials: createEndCredentials(stores), startJob }),
  };
};
