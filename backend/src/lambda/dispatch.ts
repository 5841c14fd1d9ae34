import { createDispatchHandler } from '../app/dispatch.ts';
import { createBase, createQueues, s3Blobs, sesMail } from './adapters.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { environments, readEnvironment } from '../config/env.ts';
import { isDispatchTurn } from '../refresh/dispatch.ts';

const env = readEnvironment(environments.dispatch, process.env);

// What a mail tells may have its text in the bucket; nothing else here reads it.
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
