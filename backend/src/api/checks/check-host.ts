import { ApiError } from '../requests/api-error.ts';
import { viewerHost } from '../requests/http.ts';
import type { ApiMiddleware } from '../requests/http.ts';

/** Refuses hosts that do not belong to this service, so that no foreign name can be pointed at it (DNS rebinding). */
export const checkHost = (isAllowed: (host: string) => boolean): ApiMiddleware => ({
  before: ({ event }) => {
    const host = viewerHost(event);
    if (host === null || !isAllowed(host)) {
      throw new ApiError('HOST_REFUSED', 'This service does not answer under that host name.');
    }
  },
});
