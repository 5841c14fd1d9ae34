import { createPagesHandler } from '../app/pages.ts';
import { createBase, createParser, createSends, s3Blobs } from '../aws/adapters.ts';
import { guardedFetch } from '../aws/guarded-fetch.ts';
import { environments, readEnvironment } from '../config/env.ts';

const env = readEnvironment(environments.pages, process.env);
const sends = createSends();
const base = createBase('pages', env, s3Blobs(env));

export const handler = sends.withRetryBackoff(
  createPagesHandler({
    base,
    send: { score: sends.score(env), jobs: sends.jobs(env), pages: sends.pages(env) },
    parser: createParser(),
    outbound: { fetch: guardedFetch(env) },
    settings: env,
  }),
  base.log,
);
