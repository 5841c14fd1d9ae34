import { Metrics } from '@aws-lambda-powertools/metrics';
import { createJobsHandler } from '../app/jobs.ts';
import { createBase, createQueues, s3Blobs } from './adapters.ts';
import { createParser } from './parser.ts';
import { createCleanupMetrics } from './metrics.ts';
import { withSecrets } from './secrets.ts';
import { environments, readEnvironment } from '../config/env.ts';
import { createEmbedder } from '../scoring/embedders/create.ts';
import { newKeywordMemory } from '../scoring/keyword-vector.ts';
import { createMeter } from '../storage/table/table.ts';

/** Longest run time of a Lambda function in seconds. */
const LONGEST_RUN_SECONDS = 900;

const env = readEnvironment(environments.jobs, await withSecrets(process.env));
const queues = createQueues('jobs', env);
const meter = createMeter();
const base = createBase('jobs', env, s3Blobs(env), meter.noted);

export const handler = queues.withRetryBackoff(
  createJobsHandler({
    ...base,
    ...queues.sends,
    parser: createParser(),
    embedder: await createEmbedder(env),
    keywordMemory: newKeywordMemory(),
    settings: env,
    lastWriteSeconds: LONGEST_RUN_SECONDS,
    meter,
    observeCleanup: createCleanupMetrics(new Metrics({ serviceName: 'cleanup' })),
  }),
  base.log,
);
