import { environments, readEnvironment } from '../config/env.ts';
import { createBase, createSends, noBlobs } from '../aws/adapters.ts';
import { createCleanupHandler } from '../app/cleanup.ts';

const env = readEnvironment(environments.cleanup, process.env);

export const handler = createCleanupHandler({
  ...createBase('cleanup', env.TABLE_NAME, noBlobs),
  sendJob: createSends().job(env.JOBS_QUEUE_URL),
});
