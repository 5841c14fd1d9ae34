import { environments, readEnvironment } from '../config/env.ts';
import { createEmbedder } from '../scoring/embedders/create.ts';
import { createBase, createSends, s3Blobs } from '../aws/adapters.ts';
import { createScoreHandler } from '../app/score.ts';
import { retentionIn } from '../model/reader/retention.ts';

const env = readEnvironment(environments.score, process.env);
const sends = createSends();

export const handler = createScoreHandler({
  ...createBase('score', env.TABLE_NAME, s3Blobs(env.BLOB_BUCKET)),
  sendScore: sends.score(env.SCORE_QUEUE_URL),
  sendJob: sends.job(env.JOBS_QUEUE_URL),
  embedder: await createEmbedder(env),
  retention: retentionIn(env),
});
