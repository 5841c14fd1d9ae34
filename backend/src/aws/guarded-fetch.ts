import { parseAllowHosts } from '../outbound/guard/allow-hosts.ts';
import { createGuardedFetch } from '../outbound/create-guarded-fetch.ts';
import { userAgent } from '../outbound/user-agent.ts';

// Separate from the other adapters, so that only the functions that fetch include the HTTP client.
export const guardedFetch = (allowHosts: string) =>
  createGuardedFetch({ allowHosts: parseAllowHosts(allowHosts), userAgent });
