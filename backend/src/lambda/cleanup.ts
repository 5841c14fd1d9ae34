import { createCleanupHandler } from '../app/cleanup.ts';
import { createBase, createSends, noBlobs } from './adapters.ts';
import { environments, readEnvironment } from '../config/env.ts';

const env = readEnvironment(environments.cleanup, process.env);

export const handler = createCleanupHandler({
  ...createBase('cleanup', env, noBlobs),
  sendJob: createSends().jobs(env),
});
