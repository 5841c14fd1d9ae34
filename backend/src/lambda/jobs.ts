import { Metrics } from '@aws-lambda-powertools/metrics';
import { environments, readEnvironment } from '../config/env.ts';
import { parseAllowHosts } from '../outbound/guard/allow-hosts.ts';
import { createEmbedder } from '../scoring/embedders/create.ts';
import { createMeter } from '../storage/table/meter.ts';
import { createBase, createParser, createSends, s3Blobs } from '../aws/adapters.ts';
import { createCleanupMetrics } from '../aws/cleanup-metrics.ts';
import { createJobsHandler, LONGEST_RUN_SECONDS } from '../app/jobs.ts';
import { retentionIn } from '../model/reader/retention.ts';

const env = readEnvironment(environments.jobs, process.env);
const sends = createSends();
const meter = createMeter();

export const handler = createJobsHandler({
  ...createBase('jobs', env.TABLE_NAME, s3Blobs(env.BLOB_BUCKET), meter.noted),
  parser: createParser(),
  meter,
  observeCleanup: createCleanupMetrics(new Metrics({ namespace: 'Omomi', serviceName: 'cleanup' })),
  sendFetch: sends.fetch(env.FETCH_QUEUE_URL, env.FETCH_ALLOW_HOSTS),
  sendJob: sends.job(env.JOBS_QUEUE_URL),
  embedder: await createEmbedder(env),
  allowHosts: parseAllowHosts(env.FETCH_ALLOW_HOSTS),
  maxSubscriptions: env.MAX_SUBSCRIPTIONS,
  lastWriteSeconds: LONGEST_RUN_SECONDS,
  retention: retentionIn(env),
});
