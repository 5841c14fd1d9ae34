import { Metrics } from '@aws-lambda-powertools/metrics';
import { createFetchHandler } from '../app/fetch.ts';
import { createBase, createParser, createSends, s3Blobs } from '../aws/adapters.ts';
import { createFetchMetrics } from '../aws/fetch-metrics.ts';
import { guardedFetch } from '../aws/guarded-fetch.ts';
import { environments, readEnvironment } from '../config/env.ts';

const env = readEnvironment(environments.fetch, process.env);

export const handler = createFetchHandler({
  base: createBase('fetch', env, s3Blobs(env)),
  send: { score: createSends().score(env) },
  parser: createParser(),
  outbound: { fetch: guardedFetch(env) },
  settings: env,
  runtime: { observeFetch: createFetchMetrics(new Metrics({ namespace: 'Omomi', serviceName: 'fetch' })) },
});
