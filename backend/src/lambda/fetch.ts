import { Metrics } from '@aws-lambda-powertools/metrics';
import { createFetchHandler } from '../app/fetch.ts';
import { createBase, createQueues, s3Blobs } from './adapters.ts';
import { createParser } from './parser.ts';
import { createFetchMetrics } from './metrics.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { environments, readEnvironment } from '../config/env.ts';
import { withSecrets } from './secrets.ts';

const env = readEnvironment(environments.fetch, await withSecrets(process.env));
const queues = createQueues('fetch', env);
const base = createBase('fetch', env, s3Blobs(env));

export const handler = queues.withRetryBackoff(
  createFetchHandler({
    ...base,
    ...queues.sends,
    parser: createParser(),
    fetch: guardedFetch(env),
    settings: env,
    observeFetch: createFetchMetrics(new Metrics({ serviceName: 'fetch' })),
  }),
  base.log,
);
