import { createPagesHandler } from '../app/pages.ts';
import { createBase, createQueues, s3Blobs } from './adapters.ts';
import { createParser } from './parser.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { environments, readEnvironment } from '../config/env.ts';
import { withSecrets } from './secrets.ts';

const env = readEnvironment(environments.pages, await withSecrets(process.env));
const queues = createQueues('pages', env);
const base = createBase('pages', env, s3Blobs(env));

export const handler = queues.withRetryBackoff(
  createPagesHandler({
    ...base,
    ...queues.sends,
    parser: createParser(),
    fetch: guardedFetch(env),
    settings: env,
  }),
  base.log,
);
