import { createApi } from '../api/create-api.ts';
import { environments, readEnvironment } from '../config/env.ts';
import { version } from '../config/version.ts';
import { createEmbedder } from '../scoring/embedders/create.ts';
import { createBase, createSends, s3Blobs } from './adapters.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { createApiHandlers } from './handlers.ts';

const env = readEnvironment(environments.api, process.env);
const sends = createSends();
const base = createBase('api', env.TABLE_NAME, s3Blobs(env.BLOB_BUCKET));

export const handler = createApi({
  handlers: createApiHandlers({
    ...base,
    sendFetch: sends.fetch(env.FETCH_QUEUE_URL, env.FETCH_ALLOW_HOSTS),
    sendScore: sends.score(env.SCORE_QUEUE_URL),
    sendJob: sends.job(env.JOBS_QUEUE_URL),
    fetch: guardedFetch(env.FETCH_ALLOW_HOSTS),
    embedder: createEmbedder(env),
    retention: { articleDays: env.ARTICLE_RETENTION_DAYS, readHours: env.READ_RETENTION_HOURS },
    maxSubscriptions: env.MAX_SUBSCRIPTIONS,
  }),
  // The distribution lets in whoever holds the deployment's password, and that is the one reader there is.
  authenticate: async () => ({ user_id: 'local' }),
  // Only the distribution can call the function, and it answers to its own names only.
  allowedHosts: () => true,
  version,
  log: base.log,
});
