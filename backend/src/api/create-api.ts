import middy from '@middy/core';
import httpRouter from '@middy/http-router';
import type { Log } from '../logging/log.ts';
import type { Clock } from '../lib/clock.ts';
import type { Limiter } from '../limits/limiter.ts';
import { answerErrors } from './error-table.ts';
import { compressAnswers } from './compress-answers.ts';
import { checkDestination, checkHost, checkOrigin, createLimitRequests, createCors } from './checks.ts';
import type { Endpoint } from '../contract/index.ts';
import { securityHeaders } from './answers.ts';
import type { ApiHandlers } from '../contract/endpoints/handlers.ts';
import {
  encodeFolderName,
  pathRefusal,
  requestId,
  type Api,
  type ApiEvent,
  type ApiResult,
  type Authenticate,
} from './requests.ts';
import { createHealth, type HealthChecks } from './health.ts';
import { requestLog } from './request-log.ts';
import { createRoutes } from './routes.ts';
import { BUSY_SECONDS, DomainError, retryHeader } from '../lib/errors.ts';

export type ApiOptions = {
  handlers: ApiHandlers;
  authenticate: Authenticate;
  limiter: Limiter;
  /** The only other origin whose pages may call the API, with a token. */
  corsAllowedOrigin?: string | undefined;
  /** True if articles may have a bookmark count here. Default false. */
  hasBookmarkCounts?: boolean | undefined;
  /** True if a model summarises and translates articles here. Default false. */
  hasTextModel?: boolean | undefined;
  /** The parts that `/api/health` checks. Default: none. */
  health?: HealthChecks | undefined;
  version: string;
  /** The commit that was deployed. Default: none is named. */
  commit?: string | undefined;
  log: Log;
  /** The clock that tells when a rate-limit window ends. */
  now: Clock;
  /** Returns milliseconds since any fixed moment, for the durations in the log. */
  monotonicNow?: () => number;
};

/** Unknown paths count as public requests. */
const nowhere: Pick<Endpoint, 'access' | 'limit' | 'imageResponse'> = { access: 'public', limit: 'public' };

// Time kept free to answer and log before Lambda stops the function without a message.
const timeoutEarlyInMillis = 200;

const tooLate = (): never => {
  throw new DomainError(
    'BUSY',
    'The answer took longer than it may.',
    { retry_after: BUSY_SECONDS },
    retryHeader(BUSY_SECONDS),
  );
};

/**
 * Creates the API over function-URL events: everything between the wire and the use cases. Never rejects because of bad
 * input.
 */
export const createApi = (options: ApiOptions): Api => {
  const { handlers, authenticate, limiter, version, log, now } = options;
  const monotonicNow = options.monotonicNow ?? (() => performance.now());
  // Created at the first request for it, since it takes about 20 ms and a cold start does not need it.
  const cors = createCors(options.corsAllowedOrigin);
  const checkHealth = createHealth(options.health ?? {}, now, log);
  const { limitRequest, addHeaders } = createLimitRequests(limiter, now);

  const clients = new WeakMap<ApiEvent, AbortSignal>();
  const router = httpRouter<ApiEvent, ApiResult>({
    routes: createRoutes({
      handlers,
      authenticate,
      limitRequest,
      goneOf: (event) => clients.get(event) ?? null,
      serviceHandlers: {
        getHealth: async () => {
          await checkHealth();
          return {
            status: 'ok',
            version,
            commit: options.commit ?? null,
            has_bookmark_counts: options.hasBookmarkCounts ?? false,
            has_text_model: options.hasTextModel ?? false,
          };
        },
        // Only a few ask for it.
        getOpenApi: async () => (await import('./openapi.ts')).openApiDocument(version),
      },
    }),
    notFoundResponse: () => undefined,
  });

  const api = middy<ApiEvent, ApiResult>({ timeoutEarlyInMillis, timeoutEarlyResponse: tooLate })
    .use([
      requestLog({ log, monotonicNow }),
      compressAnswers(),
      requestId(),
      securityHeaders(),
      addHeaders,
      cors.addHeaders,
      answerErrors(),
      checkHost(),
      checkOrigin(),
    ])
    .handler(async (event, context, options) => {
      encodeFolderName(event);
      const answer = cors.preflight(event) ?? (await router(event, context, options));
      if (answer !== undefined) return answer;
      checkDestination(nowhere, event);
      return limitRequest(event, nowhere, null, () => Promise.reject(pathRefusal(event.rawPath)));
    });
  return async (event, context, gone) => {
    if (gone !== undefined) clients.set(event, gone);
    return api(event, context);
  };
};
