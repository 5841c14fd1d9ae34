import type { WindowStore } from './window.ts';

/**
 * Returns the promise's outcome, or rejects with an error if it takes longer. The promise itself continues, but its
 * outcome is ignored.
 */
const withTimeLimit = <T>(milliseconds: number, promise: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });

/** Returns a store that fails if these windows do not answer within so many milliseconds. */
export const limitTime = ({ count }: WindowStore, milliseconds: number): WindowStore => ({
  count: (...request) => withTimeLimit(milliseconds, count(...request)),
});
