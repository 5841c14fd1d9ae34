import { setTimeout } from 'node:timers/promises';
import { Metrics } from '@aws-lambda-powertools/metrics';
import { environments, readEnvironment } from '../config/env.ts';
import { parseAllowHosts } from '../outbound/guard/allow-hosts.ts';
import { createBase, createParser, createSends, s3Blobs } from '../aws/adapters.ts';
import { guardedFetch } from '../aws/guarded-fetch.ts';
import { createFetchMetrics } from '../aws/fetch-metrics.ts';
import { createFetchHandler, HOST_PAUSE_MS } from '../app/fetch.ts';
import { retentionIn } from '../model/reader/retention.ts';

const env = readEnvironment(environments.fetch, process.env);
const sends = createSends();

export const handler = createFetchHandler({
  ...createBase('fetch', env.TABLE_NAME, s3Blobs(env.BLOB_BUCKET)),
  parser: createParser(),
  sendScore: sends.score(env.SCORE_QUEUE_URL),
  fetch: guardedFetch(env.FETCH_ALLOW_HOSTS),
  observeFetch: createFetchMetrics(new Metrics({ namespace: 'Omomi', serviceName: 'fetch' })),
  pauseBetween: () => setTimeout(HOST_PAUSE_MS),
  hatebu: env.HATEBU === 'on' ? { privateHosts: parseAllowHosts(env.FETCH_ALLOW_HOSTS) } : undefined,
  retention: retentionIn(env),
});
