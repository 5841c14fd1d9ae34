import { Metrics } from '@aws-lambda-powertools/metrics';
import { createJobsHandler } from '../app/jobs.ts';
import { createBase, createParser, createSends, s3Blobs } from '../aws/adapters.ts';
import { createCleanupMetrics } from '../aws/cleanup-metrics.ts';
import { environments, readEnvironment } from '../config/env.ts';
import { createEmbedder } from '../scoring/embedders/create.ts';
import { createMeter } from '../storage/table/meter.ts';

/** Longest run time of a Lambda function in seconds. */
const LONGEST_RUN_SECONDS = 900;

const env = readEnvironment(environments.jobs, process.env);
const sends = createSends();
const meter = createMeter();
const base = createBase('jobs', env, s3Blobs(env), meter.noted);

export const handler = sends.withRetryBackoff(
  createJobsHandler({
    base,
    send: {
      fetch: sends.fetch(env),
      score: sends.score(env),
      jobs: sends.jobs(env),
      pages: sends.pages(env),
    },
    parser: createParser(),
    embedder: await createEmbedder(env),
    settings: env,
    runtime: {
      lastWriteSeconds: LONGEST_RUN_SECONDS,
      meter,
      observeCleanup: createCleanupMetrics(new Metrics({ serviceName: 'cleanup' })),
    },
  }),
  base.log,
);
