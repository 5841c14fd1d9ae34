import { environments, readEnvironment } from '../config/env.ts';
import { createBase, s3Blobs } from './adapters.ts';
import { createCleanupHandler } from './handlers.ts';

const env = readEnvironment(environments.cleanup, process.env);

export const handler = createCleanupHandler(createBase('cleanup', env.TABLE_NAME, s3Blobs(env.BLOB_BUCKET)));
