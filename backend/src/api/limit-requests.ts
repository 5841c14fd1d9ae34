import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../config/log.ts';
import type { Endpoint } from '../contract/index.ts';
import type { Reader } from '../contract/handlers.ts';
import { RateLimitedError } from '../limits/errors.ts';
import { rateLimitHeaders } from '../limits/headers.ts';
import { keyFor, type Sender } from '../limits/key.ts';
import type { Limiter } from '../limits/limiter.ts';
import { classify } from '../limits/rate-class.ts';
import { secondsLeft, type RateLimitResult } from '../limits/result.ts';
import type { ApiEvent, ApiMiddleware, ApiResult } from './http.ts';

type Limited = Pick<Endpoint, 'access' | 'limit' | 'readsOnly' | 'attemptParameter'>;

/**
 * Does the work of a request unless its sender's window is full. Rejects with RateLimitedError, or as the work does.
 * `reader` is who signed in, null for nobody we know.
 */
export type LimitRequest = (
  event: ApiEvent,
  endpoint: Limited,
  reader: Reader | null,
  work: () => Promise<ApiResult>,
) => Promise<ApiResult>;

/** The address is the one that the edge wrote; whatever else says one is the client's own word. */
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

/** The work's first question to the table goes out before the counter's, which is then written while it travels. */
const untilWorkBegan = () => setImmediate();

/** The rate limits' place in the API: what each request goes through, and the headers of what was counted. */
export const createLimitRequests = (
  limiter: Limiter,
  now: Clock,
): { limitRequest: LimitRequest; addHeaders: ApiMiddleware } => {
  const results = new WeakMap<ApiEvent, RateLimitResult>();

  const pass = (event: ApiEvent, result: RateLimitResult) => {
    results.set(event, result);
    if (!result.is_allowed) throw new RateLimitedError(secondsLeft(result, now()));
  };

  const limitRequest: LimitRequest = async (event, endpoint, reader, work) => {
    const rateClass = classify(endpoint, reader !== null);
    if (rateClass === null) return work();
    const sender = senderOf(event, endpoint, reader);
    // The client chooses this part of its key, and with ever new ones would never be limited: its address is too.
    if (rateClass === 'protected_unauthenticated' && sender.attempt !== null) {
      const ofAddress = 'public_unauthenticated';
      pass(event, await limiter(ofAddress, keyFor(ofAddress, sender)));
    }
    // What writes nothing runs while it is counted; its answer is kept back until it is known to pass.
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
