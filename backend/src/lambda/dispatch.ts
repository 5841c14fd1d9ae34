import { createDispatchHandler } from '../app/dispatch.ts';
import { createBase, createQueues, noBlobs } from './adapters.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { environments, readEnvironment } from '../config/env.ts';
import { isDispatchTurn } from '../refresh/dispatch.ts';

const env = readEnvironment(environments.dispatch, process.env);

export const handler = createDispatchHandler(
  {
    ...createBase('dispatch', env, noBlobs),
    ...createQueues('dispatch', env).sends,
    fetch: guardedFetch(env),
    settings: env,
  },
  isDispatchTurn,
);
