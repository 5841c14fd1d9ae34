import { createCleanupHandler } from '../app/cleanup.ts';
import { createBase, createSends, noBlobs } from '../aws/adapters.ts';
import { environments, readEnvironment } from '../config/env.ts';

const env = readEnvironment(environments.cleanup, process.env);

export const handler = createCleanupHandler({
  base: createBase('cleanup', env, noBlobs),
  send: { jobs: createSends().jobs(env) },
});
