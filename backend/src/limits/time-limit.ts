/** The promise's outcome, or an error of that name once it took longer. What it waits for goes on unheard. */
export const withTimeLimit = <T>(milliseconds: number, promise: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
