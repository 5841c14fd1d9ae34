import { z } from 'zod';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useSecondsUntil } from '../clock.ts';
import { ApiError } from './api-error.ts';

const limitDetails = z.object({ retry_after: z.number().min(0) });

/** Returns the seconds to wait after a rate limit; null for every other error. */
export const retryAfter = (error: unknown): number | null =>
  error instanceof ApiError && error.code === 'RATE_LIMITED'
    ? (limitDetails.safeParse(error.details).data?.retry_after ?? null)
    : null;

/** Returns when a request may be made again after a rate limit, in milliseconds since 1970; null for every other error. */
export const limitEnd = (error: unknown): number | null => {
  const seconds = retryAfter(error);
  return seconds === null || !(error instanceof ApiError) ? null : error.at + (seconds + 1) * 1000;
};

const pause = (seconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, seconds * 1000);
  });

/**
 * Calls `ask` until no rate limit refuses it. Before each new try it calls `onWait` and waits as many seconds as the
 * server says, plus one. Throws every other error.
 */
export const patiently = async <T>(
  ask: () => Promise<T>,
  onWait: () => void = () => undefined,
  wait = pause,
): Promise<T> => {
  try {
    return await ask();
  } catch (error) {
    const seconds = retryAfter(error);
    if (seconds === null) throw error;
    onWait();
    await wait(seconds + 1);
    return patiently(ask, onWait, wait);
  }
};

/** The least time between two requests after one has failed, in milliseconds. */
const troubled = 15_000;

/**
 * Returns the milliseconds until the next request: `every`, but longer after a failed one, and at least as long as a
 * rate limit demands.
 */
export const lookAgain = (every: number, error: unknown): number =>
  error === null ? every : Math.max(every, troubled, ((retryAfter(error) ?? 0) + 1) * 1000);

/** The errors after which the request was repeated, so that two places that show one error ask once. */
const repeated = new WeakSet<object>();

const subscribe = (listener: () => void): (() => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};
const isVisible = (): boolean => document.visibilityState === 'visible';

/**
 * Returns the whole seconds until a rate limit ends; null for every other error. Calls `retry` once for each error when
 * the limit has ended, or as soon as the page is visible after that.
 */
export const useLimitEnd = (error: unknown, retry: () => void): number | null => {
  const end = limitEnd(error);
  const seconds = useSecondsUntil(end);
  const isDue = useSyncExternalStore(subscribe, isVisible) && end !== null && seconds === 0;
  const repeat = useEffectEvent(retry);
  useEffect(() => {
    if (!isDue || !(error instanceof Error) || repeated.has(error)) return;
    repeated.add(error);
    repeat();
  }, [isDue, error]);
  return end === null ? null : seconds;
};
