import { environments, readEnvironment } from '../config/env.ts';
import { createBase, createSends, noBlobs } from '../aws/adapters.ts';
import { createDispatchHandler } from '../app/dispatch.ts';

const env = readEnvironment(environments.dispatch, process.env);
const sends = createSends();

export const handler = createDispatchHandler({
  ...createBase('dispatch', env.TABLE_NAME, noBlobs),
  sendFetch: sends.fetch(env.FETCH_QUEUE_URL, env.FETCH_ALLOW_HOSTS),
});
