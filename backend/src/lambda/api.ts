import { Metrics } from '@aws-lambda-powertools/metrics';
import { closedPolicy, createSignInPolicy, issuerHosts } from '../accounts/sign-in/sign-in-policy.ts';
import { createAuthenticate } from '../api/checks/authenticate.ts';
import { createApi } from '../api/create-api.ts';
import { environments, readEnvironment } from '../config/env.ts';
import { readSignIn } from '../config/sign-in.ts';
import { version } from '../lib/version.ts';
import { createLimiter } from '../limits/limiter.ts';
import { readRules } from '../limits/rate-class.ts';
import { parseAllowHosts } from '../outbound/guard/allow-hosts.ts';
import { createEmbedder } from '../scoring/embedders/create.ts';
import { createIdentifyReader } from '../app/account-handlers.ts';
import { createBase, createParser, createSends, createWindows, s3Blobs } from '../aws/adapters.ts';
import { guardedFetch } from '../aws/guarded-fetch.ts';
import { createApiHandlers } from '../app/api.ts';
import { createLimitMetrics } from '../aws/limit-metrics.ts';
import { retentionIn } from '../model/reader/retention.ts';

const env = readEnvironment(environments.api, process.env);
const sends = createSends();
const base = createBase('api', env.TABLE_NAME, s3Blobs(env.BLOB_BUCKET));

const settings = readSignIn(env);
const signInPolicy =
  settings === null
    ? closedPolicy
    : createSignInPolicy(settings, guardedFetch(issuerHosts(settings).join(',')));

export const handler = createApi({
  handlers: createApiHandlers({
    ...base,
    parser: createParser(),
    signInPolicy,
    sendFetch: sends.fetch(env.FETCH_QUEUE_URL, env.FETCH_ALLOW_HOSTS),
    sendScore: sends.score(env.SCORE_QUEUE_URL),
    sendJob: sends.job(env.JOBS_QUEUE_URL),
    fetch: guardedFetch(env.FETCH_ALLOW_HOSTS),
    embedder: await createEmbedder(env),
    retention: retentionIn(env),
    maxSubscriptions: env.MAX_SUBSCRIPTIONS,
    hatebu: env.HATEBU === 'on' ? { privateHosts: parseAllowHosts(env.FETCH_ALLOW_HOSTS) } : undefined,
    queues: sends.owned({
      fetch: { queue: env.FETCH_QUEUE_URL, dead_letters: env.FETCH_DLQ_URL },
      score: { queue: env.SCORE_QUEUE_URL, dead_letters: env.SCORE_DLQ_URL },
      jobs: { queue: env.JOBS_QUEUE_URL, dead_letters: env.JOBS_DLQ_URL },
    }),
  }),
  authenticate: createAuthenticate(createIdentifyReader({ ...base, signInPolicy })),
  limiter: createLimiter({
    windows: createWindows(env.TABLE_NAME),
    rules: readRules(env, (message) => base.log.error(message, {})),
    now: base.now,
    log: base.log,
    observe: createLimitMetrics(new Metrics({ namespace: 'Omomi', serviceName: 'api' })),
  }),
  // Only the CloudFront distribution can call the function, and it accepts only its own host names.
  allowedHosts: () => true,
  corsAllowedOrigin: env.CORS_ALLOWED_ORIGIN,
  hasBookmarkCounts: env.HATEBU === 'on',
  // One read unit, of an item that is never there. A queue that fails has its alarm.
  health: { table: () => base.stores.feeds.get('0000000000000000') },
  version,
  log: base.log,
  now: base.now,
});
