import { z } from 'zod';
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
