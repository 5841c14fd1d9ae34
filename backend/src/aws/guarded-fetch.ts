import { parseAllowHosts } from '../outbound/guard/allow-hosts.ts';
import { createGuardedFetch } from '../outbound/create-guarded-fetch.ts';
import { userAgent } from '../outbound/user-agent.ts';

// Separate from the other adapters, so that only the functions that fetch include the HTTP client.

/** Creates the client for the requests of the use cases. */
export const guardedFetch = ({ FETCH_ALLOW_HOSTS }: { FETCH_ALLOW_HOSTS: string }) =>
  createGuardedFetch({ allowHosts: parseAllowHosts(FETCH_ALLOW_HOSTS), userAgent });
