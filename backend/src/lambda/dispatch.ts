import { createDispatchHandler } from '../app/dispatch.ts';
import { createBase, createSends, noBlobs } from '../aws/adapters.ts';
import { environments, readEnvironment } from '../config/env.ts';
import { isDispatchTurn } from '../refresh/schedule/dispatch.ts';

const sends = createSends();
const env = readEnvironment(environments.dispatch, process.env);

export const handler = createDispatchHandler({
  base: createBase('dispatch', env, noBlobs),
  send: { fetch: sends.fetch(env), score: sends.score(env) },
  isTurn: isDispatchTurn,
});
