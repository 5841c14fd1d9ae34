import { Metrics } from '@aws-lambda-powertools/metrics';
import { createFetchHandler } from '../app/fetch.ts';
import { createBase, createParser, createSends, s3Blobs } from '../aws/adapters.ts';
import { createFetchMetrics } from '../aws/fetch-metrics.ts';
import { guardedFetch } from '../aws/guarded-fetch.ts';
import { environments, readEnvironment } from '../config/env.ts';

const env = readEnvironment(environments.fetch, process.env);
const sends = createSends();
const base = createBase('fetch', env, s3Blobs(env));

export const handler = sends.withRetryBackoff(
  createFetchHandler({
    base,
    send: { score: sends.score(env), pages: sends.pages(env) },
    parser: createParser(),
    outbound: { fetch: guardedFetch(env) },
    settings: env,
    runtime: { observeFetch: createFetchMetrics(new Metrics({ serviceName: 'fetch' })) },
  }),
  base.log,
);
