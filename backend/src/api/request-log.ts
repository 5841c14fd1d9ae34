import type { Request } from '@middy/core';
import type { Log } from '../config/log.ts';
import { errorTable } from '../contract/index.ts';
import type { DescribeError } from './error-table.ts';
import type { ApiEvent, ApiMiddleware, ApiResult } from './http.ts';
import { errorForLog } from './redact.ts';

type RequestLogOptions = {
  log: Log;
  describe: DescribeError;
  /** Milliseconds since any fixed moment; never runs backwards. */
  monotonicNow: () => number;
};

/** One line for each request: what was asked and how it went, never what was sent. Errors of ours in full. */
export const requestLog = ({ log, describe, monotonicNow }: RequestLogOptions): ApiMiddleware => {
  const startedAt = new WeakMap<ApiEvent, number>();

  const fieldsOf = ({ event, context, response }: Request<ApiEvent, ApiResult>) => ({
    method: event.requestContext.http.method,
    // The path's pattern: the path itself is the viewer's text.
    route: event.routeKey,
    status: response?.statusCode,
    duration_ms: Math.round((monotonicNow() - (startedAt.get(event) ?? monotonicNow())) * 10) / 10,
    request_id: context.awsRequestId,
  });

  return {
    before: ({ event }) => {
      startedAt.set(event, monotonicNow());
    },
    after: (request) => {
      log.info('request', fieldsOf(request));
    },
    onError: (request) => {
      const { code } = describe(request.error);
      const fields = { ...fieldsOf(request), error_code: code };
      if (errorTable[code].status < 500) {
        log.info('request', fields);
      } else {
        const level = code === 'INTERNAL' ? 'error' : 'warn';
        log[level]('request', { ...fields, error: errorForLog(request.error, request.event) });
      }
    },
  };
};
