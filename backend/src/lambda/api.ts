import { createApiFunction } from '../app/api-function.ts';
import { environments, readEnvironment } from '../config/env.ts';
import { createQueues, sesMail } from './adapters.ts';
import { createAnswering } from './answering.ts';
import { withSecrets } from './secrets.ts';

const env = readEnvironment(environments.api, await withSecrets(process.env));
const queues = createQueues('api', env);

/** Of the 1,769 MB of the function. */
const SEARCH_MEMORY_BYTES = 700 * 1024 * 1024;
const answering = await createAnswering('api', env, SEARCH_MEMORY_BYTES);

export const handler = createApiFunction({
  ...answering,
  mail: sesMail(answering, env),
  ...queues.sends,
  queues: queues.owned(),
  // One read unit, of an item that is never there. A queue that fails has its alarm.
  commit: env.COMMIT,
  health: { table: () => answering.feeds.get('0000000000000000') },
});
