import { viewerHost } from '../requests/http.ts';
import type { ApiMiddleware } from '../requests/http.ts';
import { DomainError } from '../../lib/domain-error.ts';

/**
 * Refuses requests whose host the edge does not name. The edge itself answers to its own names only, so no foreign name
 * can be pointed at this service (DNS rebinding): CloudFront to those of the distribution, the local server to loopback
 * ones and those in ALLOWED_HOSTS.
 */
export const checkHost = (): ApiMiddleware => ({
  before: ({ event }) => {
    if (viewerHost(event) === null)
      throw new DomainError('HOST_REFUSED', 'This service does not answer under that host name.');
  },
});
