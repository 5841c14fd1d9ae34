import { environments, readEnvironment } from '../config/env.ts';
import { parseAllowHosts } from '../outbound/allow-hosts.ts';
import { createEmbedder } from '../scoring/embedders/create.ts';
import { createBase, createSends, s3Blobs } from './adapters.ts';
import { createJobsHandler } from './handlers.ts';

const env = readEnvironment(environments.jobs, process.env);
const sends = createSends();

export const handler = createJobsHandler({
  ...createBase('jobs', env.TABLE_NAME, s3Blobs(env.BLOB_BUCKET)),
  sendFetch: sends.fetch(env.FETCH_QUEUE_URL, env.FETCH_ALLOW_HOSTS),
  sendJob: sends.job(env.JOBS_QUEUE_URL),
  embedder: createEmbedder(env),
  allowHosts: parseAllowHosts(env.FETCH_ALLOW_HOSTS),
  maxSubscriptions: env.MAX_SUBSCRIPTIONS,
});
