import type { EnvironmentOf } from '../config/env.ts';
import { parseAllowHosts } from '../web/guard/target.ts';
import { createGuardedFetch } from '../web/fetch/create-guarded-fetch.ts';
import { userAgentOf } from '../web/fetch/headers.ts';
import { answerSamples } from '../samples/answer-samples.ts';

// Separate from the other adapters, so that only the functions that fetch include the HTTP client.

/** Creates the client for the requests of the use cases. It answers for the sample feeds itself. */
export const guardedFetch = ({
  FETCH_ALLOW_HOSTS,
  USER_AGENT_URL,
}: Pick<EnvironmentOf<'fetch'>, 'FETCH_ALLOW_HOSTS' | 'USER_AGENT_URL'>) =>
  answerSamples(
    createGuardedFetch({
      allowHosts: parseAllowHosts(FETCH_ALLOW_HOSTS),
      userAgent: userAgentOf(USER_AGENT_URL),
    }),
  );
