import { createScoreHandler } from '../app/score.ts';
import { createBase, createQueues, s3Blobs } from './adapters.ts';
import { withModelCheck } from './model-check.ts';
import { withSecrets } from './secrets.ts';
import { environments, readEnvironment } from '../config/env.ts';
import { createEmbedder } from '../scoring/embedders/create.ts';
import { newKeywordMemory } from '../scoring/keyword-vector.ts';

const env = readEnvironment(environments.score, await withSecrets(process.env));
const queues = createQueues('score', env);
const base = createBase('score', env, s3Blobs(env));

const embedder = await createEmbedder(env);
const handle = createScoreHandler({
  ...base,
  ...queues.sends,
  embedder,
  keywordMemory: newKeywordMemory(),
  settings: env,
});

export const handler = withModelCheck(queues.withRetryBackoff(handle, base.log), embedder);
