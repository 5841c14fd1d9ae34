import { preferencesEndpoints } from '../accounts/preferences.ts';
import { exportEndpoint } from '../my-data/export-endpoint.ts';
import { leaveEndpoint } from '../my-data/leave-endpoint.ts';
import type { ContextOf } from './context.ts';

/** Returns the handlers for a reader's preferences, for the export of their data and for leaving. */
export const myDataHandlers = (ctx: ContextOf['api']) => ({
  ...preferencesEndpoints(ctx),
  ...exportEndpoint(ctx),
  ...leaveEndpoint(ctx),
});
