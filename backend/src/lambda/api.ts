import { Metrics } from '@aws-lambda-powertools/metrics';
import { closedPolicy, createSignInPolicy, issuerHosts } from '../accounts/providers/sign-in-policy.ts';
import { createApiFunction, createApiLimiter } from '../app/api.ts';
import { createBase, createParser, createQueues, createWindows, s3Blobs } from './adapters.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { createLimitMetrics } from './limit-metrics.ts';
import { withSecrets } from './secrets.ts';
import { environments, readEnvironment } from '../config/env.ts';
import { readSignIn } from '../config/sign-in.ts';
import { createEmbedder } from '../scoring/embedders/create.ts';
import { newKeywordMemory } from '../scoring/keyword-vector.ts';
import { createNotedChanges } from '../storage/entry-notes/noted-changes.ts';

const env = readEnvironment(environments.api, await withSecrets(process.env));
const queues = createQueues('api', env);
const base = createBase('api', env, s3Blobs(env));
const signIn = readSignIn(env);

/** The memory that searches keep between requests, of the 1,769 MB of the function. */
const SEARCH_MEMORY_BYTES = 700 * 1024 * 1024;

export const handler = createApiFunction({
  ...base,
  ...queues.sends,
  parser: createParser(),
  fetch: guardedFetch(env),
  embedder: await createEmbedder(env),
  keywordMemory: newKeywordMemory(),
  settings: env,
  signInPolicy:
    signIn === null
      ? closedPolicy
      : createSignInPolicy(
          signIn,
          guardedFetch({ ...env, FETCH_ALLOW_HOSTS: issuerHosts(signIn).join(',') }),
        ),
  limiter: createApiLimiter(base, env, {
    windows: createWindows(env),
    observe: createLimitMetrics(new Metrics({ serviceName: 'api' })),
  }),
  queues: queues.owned(),
  searchMemoryBytes: SEARCH_MEMORY_BYTES,
  entryChanges: createNotedChanges({ notes: base.entryNotes, now: base.now }),
  // One read unit, of an item that is never there. A queue that fails has its alarm.
  health: { table: () => base.feeds.get('0000000000000000') },
});
