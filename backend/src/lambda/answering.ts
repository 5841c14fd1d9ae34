import { Metrics } from '@aws-lambda-powertools/metrics';
import { closedPolicy, createSignInPolicy, issuerHosts } from '../accounts/providers/sign-in-policy.ts';
import { createApiLimiter } from '../app/api.ts';
import type { AddressesOf, SettingsOf } from '../config/env.ts';
import { readSignIn } from '../config/sign-in.ts';
import { createTextModel } from '../machine-texts/create-text-model.ts';
import { createEmbedder } from '../scoring/embedders/create.ts';
import { newKeywordMemory } from '../scoring/keyword-vector.ts';
import { createNotedChanges } from '../storage/entry-notes.ts';
import { createBase, createWindows, s3Blobs } from './adapters.ts';
import { createParser } from './parser.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { createLimitMetrics } from './metrics.ts';

type Environment = SettingsOf<'clients'> & Pick<AddressesOf<'clients'>, 'TABLE_NAME' | 'BLOB_BUCKET'>;

/** Below the 29 s of the functions, with time to store what the model wrote. */
const TEXT_MODEL_TIMEOUT_MS = 22_000;

/** Returns the policy of sign-in. Without a variable for it nobody may sign in. */
const policyOf = (env: Environment) => {
  const signIn = readSignIn(env);
  return signIn === null
    ? closedPolicy
    : createSignInPolicy(signIn, guardedFetch({ ...env, FETCH_ALLOW_HOSTS: issuerHosts(signIn).join(',') }));
};

/**
 * Creates the context that the functions share which answer readers, once per instance. `searchMemoryBytes` is the memory
 * that searches may keep between requests.
 */
export const createAnswering = async <E extends Environment>(
  name: 'api' | 'clients',
  env: E,
  searchMemoryBytes: number,
) => {
  const base = createBase(name, env, s3Blobs(env));
  return {
    ...base,
    parser: createParser(),
    fetch: guardedFetch(env),
    mail: null,
    embedder: await createEmbedder(env),
    textModel: createTextModel(env, TEXT_MODEL_TIMEOUT_MS),
    keywordMemory: newKeywordMemory(),
    settings: env,
    signInPolicy: policyOf(env),
    limiter: createApiLimiter(base, env, {
      windows: createWindows(env),
      observe: createLimitMetrics(new Metrics({ serviceName: name })),
    }),
    searchMemoryBytes,
    entryChanges: createNotedChanges({ notes: base.entryNotes, now: base.now }),
  };
};
