import { createPagesHandler } from '../app/pages.ts';
import { createBase, createParser, createSends, s3Blobs } from './adapters.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { environments, readEnvironment } from '../config/env.ts';

const env = readEnvironment(environments.pages, process.env);
const sends = createSends();
const base = createBase('pages', env, s3Blobs(env));

export const handler = sends.withRetryBackoff(
  createPagesHandler({
    ...base,
    sendScore: sends.score(env),
    sendJob: sends.jobs(env),
    sendPages: sends.pages(env),
    parser: createParser(),
    fetch: guardedFetch(env),
    settings: env,
  }),
  base.log,
);
