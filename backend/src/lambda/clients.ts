import { Metrics } from '@aws-lambda-powertools/metrics';
import { closedPolicy, createSignInPolicy } from '../accounts/providers/sign-in-policy.ts';
import { createApiLimiter } from '../app/api.ts';
import { createClientsFunction } from '../app/clients.ts';
import { createBase, createParser, createQueues, createWindows, s3Blobs } from './adapters.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { onlyFromDistribution } from './from-distribution.ts';
import { createLimitMetrics } from './limit-metrics.ts';
import { withSecrets } from './secrets.ts';
import { environments, readEnvironment } from '../config/env.ts';
import { readSignIn } from '../config/sign-in.ts';
import { createEmbedder } from '../scoring/embedders/create.ts';
import { newKeywordMemory } from '../scoring/keyword-vector.ts';
import { createNotedChanges } from '../storage/entry-notes/noted-changes.ts';

const env = readEnvironment(environments.clients, await withSecrets(process.env));
const base = createBase('clients', env, s3Blobs(env));
const signIn = readSignIn(env);

/** The memory that searches keep between requests, of the 1,024 MB of the function. */
const SEARCH_MEMORY_BYTES = 300 * 1024 * 1024;

/** Clients sign in with tokens; the policy says who of their readers may still read. It asks no provider. */
const signInPolicy =
  signIn === null
    ? closedPolicy
    : createSignInPolicy(signIn, guardedFetch({ ...env, FETCH_ALLOW_HOSTS: '' }));

export const handler = onlyFromDistribution(
  env.ORIGIN_SECRET,
  createClientsFunction({
    ...base,
    ...createQueues('clients', env).sends,
    parser: createParser(),
    fetch: guardedFetch(env),
    embedder: await createEmbedder(env),
    keywordMemory: newKeywordMemory(),
    settings: env,
    signInPolicy,
    limiter: createApiLimiter(base, env, {
      windows: createWindows(env),
      observe: createLimitMetrics(new Metrics({ serviceName: 'clients' })),
    }),
    searchMemoryBytes: SEARCH_MEMORY_BYTES,
    entryChanges: createNotedChanges({ notes: base.entryNotes, now: base.now }),
  }),
);
