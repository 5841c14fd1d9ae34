import type { Request } from '@middy/core';
import { inspect } from 'node:util';
import { redactFieldsOf } from '../logging/redact.ts';
import type { ApiEvent, ApiMiddleware, ApiResult } from './requests.ts';
import type { Log } from '../logging/log.ts';
import { errorTable } from '../contract/index.ts';
import { ClientGoneError } from '../lib/errors.ts';
import { RateLimitedError } from '../limits/windows.ts';
import { describeError } from './error-table.ts';

const credentialHeaders = ['cookie', 'authorization', 'x-viewer-authorization'];
const maxCharacters = 20_000;
// Shorter values are not secrets, and replacing them would make the text unreadable.
const minSecretCharacters = 8;

// Returns each credential as a whole and every word of it: scheme and token, cookie names and values.
const credentialsOf = (event: ApiEvent): string[] => {
  const values = [...credentialHeaders.map((name) => event.headers[name] ?? ''), ...(event.cookies ?? [])];
  const parts = values.flatMap((value) => [value, ...value.split(/[\s;=,]+/)]);
  return parts
    .filter((part) => part.length >= minSecretCharacters)
    .toSorted((one, other) => other.length - one.length);
};

/**
 * Returns an error in full for the log, with its causes and properties but without secrets, especially those of its
 * request.
 */
const errorForLog = (error: unknown, event: ApiEvent): string => {
  let text = inspect(redactFieldsOf({ error })['error'], {
    depth: 5,
    maxStringLength: 2_000,
    maxArrayLength: 50,
  });
  for (const credential of credentialsOf(event)) text = text.replaceAll(credential, '[redacted]');
  return text.slice(0, maxCharacters);
};

type RequestLogOptions = {
  log: Log;
  /** Returns milliseconds since any fixed moment; never decreases. */
  monotonicNow: () => number;
};

/** Returns the window that refused the request. The hash of its key is also in the answer, as `X-RateLimit-Key`. */
const limitFieldsOf = (error: unknown) =>
  error instanceof RateLimitedError
    ? {
        limit_class: error.window.rate_class,
        limit_key_hash: error.window.key_hash,
        limit_count: error.window.count,
      }
    : {};

/** The most windows that are remembered as told. */
const MOST_TOLD = 1000;

/** Returns the function that tells whether an error is the first refusal by a window, as far as that is remembered. */
const createIsFirstRefusal = () => {
  const told = new Map<string, number>();
  return (error: unknown): boolean => {
    if (!(error instanceof RateLimitedError)) return false;
    const { key_hash, resets_at } = error.window;
    if (told.get(key_hash) === resets_at) return false;
    if (told.size >= MOST_TOLD) told.clear();
    told.set(key_hash, resets_at);
    return true;
  };
};

/**
 * Logs one line per request: the endpoint and the outcome, but nothing that the client sent. Errors of the server are
 * logged in full, and the first request that a rate limit refuses in a window as a warning.
 */
export const requestLog = ({ log, monotonicNow }: RequestLogOptions): ApiMiddleware => {
  const startedAt = new WeakMap<ApiEvent, number>();
  const isFirstRefusal = createIsFirstRefusal();

  const fieldsOf = ({ event, context, response }: Request<ApiEvent, ApiResult>) => ({
    method: event.requestContext.http.method,
    // Log the pattern of the path; the path itself is text from the viewer.
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
      const { code } = describeError(request.error);
      const fields = { ...fieldsOf(request), error_code: code, ...limitFieldsOf(request.error) };
      if (errorTable[code].status < 500 || request.error instanceof ClientGoneError) {
        log[isFirstRefusal(request.error) ? 'warn' : 'info']('request', fields);
      } else {
        const level = code === 'INTERNAL' || code === 'BUSY' ? 'error' : 'warn';
        log[level]('request', { ...fields, error: errorForLog(request.error, request.event) });
      }
    },
  };
};
