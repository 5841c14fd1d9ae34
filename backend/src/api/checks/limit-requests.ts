import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../lib/clock.ts';
import type { Endpoint } from '../../contract/index.ts';
import type { Reader } from '../../contract/endpoints/handlers.ts';
import {
  RateLimitedError,
  rateLimitHeaders,
  secondsLeft,
  type RateLimitResult,
} from '../../limits/result.ts';
import { keyFor, type Limiter, type Sender } from '../../limits/limiter.ts';
import { classify } from '../../limits/rate-class.ts';
import type { ApiEvent, ApiMiddleware, ApiResult } from '../requests/http.ts';

type Limited = Pick<Endpoint, 'access' | 'limit' | 'readsOnly' | 'attemptParameter'>;

/**
 * Does the work of a request unless its sender's window is full. Rejects with RateLimitedError, or as the work does.
 * `reader` is the signed-in reader; null if there is none.
 */
export type LimitRequest = (
  event: ApiEvent,
  endpoint: Limited,
  reader: Reader | null,
  work: () => Promise<ApiResult>,
) => Promise<ApiResult>;

/** Returns the sender of a request. Only the address set by the edge counts; a client could forge any other. */
const senderOf = (
  { headers, queryStringParameters }: ApiEvent,
  { attemptParameter }: Limited,
  reader: Reader | null,
): Sender => ({
  address: headers['x-viewer-address'] ?? null,
  user_id: reader?.user_id ?? null,
  token_id: reader?.token_id ?? null,
  attempt: attemptParameter === undefined ? null : (queryStringParameters?.[attemptParameter] ?? null),
});

/**
 * Waits until the work has sent its first read to the table; the counter is then written while that read is under way.
 */
const untilWorkBegan = () => setImmediate();

/** Creates the rate limiting of the API: the check that each request passes, and the headers with its result. */
export const createLimitRequests = (
  limiter: Limiter,
  now: Clock,
): { limitRequest: LimitRequest; addHeaders: ApiMiddleware } => {
  const results = new WeakMap<ApiEvent, RateLimitResult>();

  const pass = (event: ApiEvent, result: RateLimitResult) => {
    results.set(event, result);
    if (!result.is_allowed) throw new RateLimitedError(secondsLeft(result, now()), result);
  };

  const limitRequest: LimitRequest = async (event, endpoint, reader, work) => {
    const rateClass = classify(endpoint, reader !== null);
    if (rateClass === null) return work();
    const sender = senderOf(event, endpoint, reader);
    // The client chooses this part of its key and could avoid the limit with new values, so its address is limited too.
    if (rateClass === 'protected_unauthenticated' && sender.attempt !== null) {
      const ofAddress = 'public_unauthenticated';
      pass(event, await limiter(ofAddress, keyFor(ofAddress, sender)));
    }
    // A request that writes nothing runs while it is counted; its answer is held back until the limit is checked.
    const isMeanwhile = endpoint.readsOnly === true && reader !== null;
    const taken = limiter(rateClass, keyFor(rateClass, sender), isMeanwhile ? untilWorkBegan : undefined);
    if (!(taken instanceof Promise) || !isMeanwhile) {
      pass(event, await taken);
      return work();
    }
    const working = work();
    working.catch(() => {});
    pass(event, await taken);
    return working;
  };

  const add: ApiMiddleware['after'] = (request) => {
    const result = results.get(request.event);
    if (result === undefined) return;
    request.response = {
      ...request.response,
      headers: { ...request.response?.headers, ...rateLimitHeaders(result, now()) },
    };
  };
  return { limitRequest, addHeaders: { after: add, onError: add } };
};
