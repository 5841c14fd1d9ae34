import type { GuardedFetch } from '../guard/guarded-fetch.ts';

/**
 * Returns a client that adds these headers to requests whose first address is at this origin (scheme, host and port). A redirect to
 * another origin does not get them (`create-guarded-fetch.ts`), nor does what that redirects to.
 */
export const signedFetch =
  (
    fetch: GuardedFetch,
    { origin, headers }: { origin: string; headers: Record<string, string> },
  ): GuardedFetch =>
  (request) =>
    fetch(
      URL.parse(request.url)?.origin === origin
        ? { ...request, headers: { ...request.headers, ...headers } }
        : request,
    );
