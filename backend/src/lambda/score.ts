import { createScoreHandler } from '../app/score.ts';
import { createBase, createSends, s3Blobs } from '../aws/adapters.ts';
import { environments, readEnvironment } from '../config/env.ts';
import { createEmbedder } from '../scoring/embedders/create.ts';

const env = readEnvironment(environments.score, process.env);
const sends = createSends();
const base = createBase('score', env, s3Blobs(env));

export const handler = sends.withRetryBackoff(
  createScoreHandler({
    base,
    send: { score: sends.score(env), jobs: sends.jobs(env) },
    embedder: await createEmbedder(env),
    settings: env,
  }),
  base.log,
);
