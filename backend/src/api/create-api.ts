import middy from '@middy/core';
import httpRouter from '@middy/http-router';
import type { Log } from '../config/log.ts';
import { answerErrors } from './answer-errors.ts';
import { checkHost } from './check-host.ts';
import { checkOrigin } from './check-origin.ts';
import { describeError } from './error-table.ts';
import type { DescribeError } from './error-table.ts';
import type { ApiHandlers } from '../contract/handlers.ts';
import type { Api, ApiEvent, ApiResult } from './http.ts';
import type { JsonObject } from './openapi-schemas.ts';
import { openApiDocument } from './openapi.ts';
import { pathRefusal } from './paths.ts';
import { requestId } from './request-id.ts';
import { requestLog } from './request-log.ts';
import { createRoutes } from './routes.ts';
import type { Authenticate } from './routes.ts';
import { securityHeaders } from './security-headers.ts';

export type ApiOptions = {
  handlers: ApiHandlers;
  authenticate: Authenticate;
  /** Is this host, in lower case and with its port if it has one, a name of this service? */
  allowedHosts: (host: string) => boolean;
  version: string;
  log: Log;
  /** Which errors the client is told of, and as what. */
  errors?: DescribeError;
  /** Milliseconds since any fixed moment, for the durations in the log. */
  monotonicNow?: () => number;
};

// Leaves the time to answer and log before Lambda ends the function without a word.
const timeoutEarlyInMillis = 200;

/** The API over function-URL events: everything between the wire and the use cases. Never rejects for bad input. */
export const createApi = (options: ApiOptions): Api => {
  const { handlers, authenticate, allowedHosts, version, log } = options;
  const describe = options.errors ?? describeError;
  const monotonicNow = options.monotonicNow ?? (() => performance.now());
  // Made when it is first asked for: it takes some 20 ms, and a cold start can do without.
  let document: JsonObject | undefined;

  const router = httpRouter<ApiEvent, ApiResult>({
    routes: createRoutes({
      handlers,
      authenticate,
      publicHandlers: {
        getHealth: async () => ({ status: 'ok', version }),
        getOpenApi: async () => (document ??= openApiDocument(version)),
      },
    }),
    notFoundResponse: ({ path }) => {
      throw pathRefusal(path);
    },
  });

  const api = middy<ApiEvent, ApiResult>({ timeoutEarlyInMillis })
    .use([
      requestLog({ log, describe, monotonicNow }),
      requestId(),
      securityHeaders(),
      answerErrors(describe),
      checkHost(allowedHosts),
      checkOrigin(),
    ])
    .handler(router);
  return async (event, context) => api(event, context);
};
