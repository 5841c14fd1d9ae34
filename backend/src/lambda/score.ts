import { createScoreHandler } from '../app/score.ts';
import { createBase, createSends, s3Blobs } from './adapters.ts';
import { withModelCheck } from './model-check.ts';
import { environments, readEnvironment } from '../config/env.ts';
import { createEmbedder } from '../scoring/embedders/create.ts';
import { newKeywordMemory } from '../scoring/keyword-vector.ts';

const env = readEnvironment(environments.score, process.env);
const sends = createSends();
const base = createBase('score', env, s3Blobs(env));

const embedder = await createEmbedder(env);
const handle = createScoreHandler({
  ...base,
  sendScore: sends.score(env),
  sendJob: sends.jobs(env),
  embedder,
  keywordMemory: newKeywordMemory(),
  settings: env,
});

export const handler = withModelCheck(sends.withRetryBackoff(handle, base.log), embedder);
