import { createDispatchHandler } from '../app/dispatch.ts';
import { createBase, createQueues, s3Blobs, sesMail } from './adapters.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { environments, readEnvironment } from '../config/env.ts';
import { withSecrets } from './secrets.ts';
import { isDispatchTurn } from '../refresh/dispatch.ts';

const env = readEnvironment(environments.dispatch, await withSecrets(process.env));

// The bucket has the texts that an edition tells of, and the editions themselves.
const base = createBase('dispatch', env, s3Blobs(env));

export const handler = createDispatchHandler(
  {
    ...base,
    ...createQueues('dispatch', env).sends,
    fetch: guardedFetch(env),
    mail: sesMail(base, env),
    settings: env,
  },
  isDispatchTurn,
);
