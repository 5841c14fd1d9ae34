import { createDispatchHandler } from '../app/dispatch.ts';
import { createBase, createSends, noBlobs } from './adapters.ts';
import { environments, readEnvironment } from '../config/env.ts';
import { isDispatchTurn } from '../refresh/dispatch.ts';

const sends = createSends();
const env = readEnvironment(environments.dispatch, process.env);

export const handler = createDispatchHandler(
  {
    ...createBase('dispatch', env, noBlobs),
    sendFetch: sends.fetch(env),
    sendScore: sends.score(env),
  },
  isDispatchTurn,
);
