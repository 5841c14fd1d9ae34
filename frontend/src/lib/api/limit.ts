import { z } from 'zod';
import { ApiError } from './api-error.ts';

const limitDetails = z.object({ retry_after: z.number().nonnegative() });

/** Seconds to wait, where the server refused because of a limit and says how long; null for every other error. */
export const retryAfter = (error: unknown): number | null =>
  error instanceof ApiError && error.code === 'RATE_LIMITED'
    ? (limitDetails.safeParse(error.details).data?.retry_after ?? null)
    : null;

const pause = (seconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, seconds * 1000);
  });

/**
 * What `ask` answers. Where a limit refuses it waits as long as the server says, and a second more, and asks again, for
 * as long as it takes; every other error is thrown. `onWait` is told when it begins to wait; `wait` gets seconds.
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

/** Milliseconds between two looks at what cannot be seen at the moment. */
const troubled = 15_000;

/**
 * Milliseconds until the next look: `every`, but longer after a look that failed, and at least as long as the server
 * then said.
 */
export const lookAgain = (every: number, error: unknown): number =>
  error === null ? every : Math.max(every, troubled, ((retryAfter(error) ?? 0) + 1) * 1000);
