/** Does work for a key, or waits for the same work that another caller began. Rejects with the reason of the caller's signal. */
export type ShareWork<T> = (
  key: string,
  gone: AbortSignal,
  work: (nobodyWaits: AbortSignal) => Promise<T>,
) => Promise<T>;

type Running<T> = { result: Promise<T>; waiting: number; abandon: AbortController };

/**
 * Creates a function that does equal work at once only once. The signal that the work gets is aborted when all callers who waited for
 * it have gone; a caller who comes later begins anew.
 */
export const createShareWork = <T>(): ShareWork<T> => {
  const running = new Map<string, Running<T>>();

  const begin = (key: string, work: (nobodyWaits: AbortSignal) => Promise<T>): Running<T> => {
    const abandon = new AbortController();
    const result = work(abandon.signal).finally(() => {
      if (running.get(key) === begun) running.delete(key);
    });
    // Nobody may be left to see a failure.
    result.catch(() => {});
    const begun = { result, waiting: 0, abandon };
    running.set(key, begun);
    return begun;
  };

  return async (key, gone, work) => {
    gone.throwIfAborted();
    const joined = running.get(key) ?? begin(key, work);
    joined.waiting += 1;
    const left = Promise.withResolvers<never>();
    const leave = (): void => {
      joined.waiting -= 1;
      if (joined.waiting === 0) {
        if (running.get(key) === joined) running.delete(key);
        joined.abandon.abort(gone.reason);
      }
      left.reject(gone.reason);
    };
    gone.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([joined.result, left.promise]);
    } finally {
      gone.removeEventListener('abort', leave);
    }
  };
};
