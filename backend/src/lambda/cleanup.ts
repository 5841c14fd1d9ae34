import { createCleanupHandler } from '../app/cleanup.ts';
import { createBase, createQueues, noBlobs } from './adapters.ts';
import { environments, readEnvironment } from '../config/env.ts';

const env = readEnvironment(environments.cleanup, process.env);

export const handler = createCleanupHandler({
  ...createBase('cleanup', env, noBlobs),
  ...createQueues('cleanup', env).sends,
});
