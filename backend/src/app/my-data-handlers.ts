import { preferencesEndpoints } from '../accounts/preferences/preferences-endpoints.ts';
import { createWithCounts } from '../articles/reading/unread.ts';
import { createExportEndpoint } from '../my-data/export-endpoint.ts';
import { createReadExportPage } from '../my-data/export-pages.ts';
import { createExportSections } from '../my-data/export-sections.ts';
import { leaveEndpoint } from '../my-data/leave-endpoint.ts';
import { retentionIn } from '../model/reader/retention.ts';
import type { ContextOf } from './context.ts';
import { countUnreadOf } from './base.ts';

/** Creates the handlers for a reader's preferences, for the export of their data and for leaving. */
export const createMyDataHandlers = (ctx: ContextOf['api']) => {
  const retention = retentionIn(ctx.settings);
  const withCounts = createWithCounts({ ...ctx, countUnread: countUnreadOf(ctx) });
  return {
    ...preferencesEndpoints(ctx),
    ...createExportEndpoint({
      ...ctx,
      readPage: createReadExportPage(createExportSections({ ...ctx, withCounts })),
      retention,
    }),
    ...leaveEndpoint(ctx),
  };
};
