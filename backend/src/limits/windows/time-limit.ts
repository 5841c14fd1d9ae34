/**
 * Returns the promise's outcome, or rejects with an error if it takes longer. The promise itself continues, but its
 * outcome is ignored.
 */
export const withTimeLimit = <T>(milliseconds: number, promise: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
