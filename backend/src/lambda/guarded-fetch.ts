import type { EnvironmentOf } from '../config/env.ts';
import { parseAllowHosts } from '../web/guard/target.ts';
import type { GuardedFetch } from '../web/guard/guarded-fetch.ts';
import { once } from '../lib/memory.ts';
import { userAgentOf } from '../web/fetch/headers.ts';
import { answerSamples } from '../samples/answer-samples.ts';

// Separate from the other adapters, so that only the functions that fetch include the HTTP client.

/**
 * Creates the client for the requests of the use cases. It answers for the sample feeds itself. The HTTP client is loaded with
 * the first request to another server.
 */
export const guardedFetch = ({
  FETCH_ALLOW_HOSTS,
  USER_AGENT_URL,
  OUTBOUND_PROXY: proxy,
}: Pick<EnvironmentOf<'fetch'>, 'FETCH_ALLOW_HOSTS' | 'USER_AGENT_URL' | 'OUTBOUND_PROXY'>): GuardedFetch => {
  const options = {
    allowHosts: parseAllowHosts(FETCH_ALLOW_HOSTS),
    userAgent: userAgentOf(USER_AGENT_URL),
    proxy,
  };
  const created = once(async () => {
    const { createGuardedFetch } = await import('../web/fetch/create-guarded-fetch.ts');
    return createGuardedFetch(options);
  });
  return answerSamples(async (request) => (await created())(request));
};
