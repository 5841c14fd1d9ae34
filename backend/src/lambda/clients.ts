import { createClientsFunction } from '../app/clients.ts';
import { environments, readEnvironment } from '../config/env.ts';
import { createQueues } from './adapters.ts';
import { createAnswering } from './answering.ts';
import { onlyFromDistribution } from './from-distribution.ts';
import { withSecrets } from './secrets.ts';

const env = readEnvironment(environments.clients, await withSecrets(process.env));

/** Of the 1,024 MB of the function. */
const SEARCH_MEMORY_BYTES = 300 * 1024 * 1024;

export const handler = onlyFromDistribution(
  env.ORIGIN_SECRET,
  createClientsFunction({
    ...(await createAnswering('clients', env, SEARCH_MEMORY_BYTES)),
    ...createQueues('clients', env).sends,
  }),
);
