/** Does work in a place. Rejects with the signal's reason if it is aborted before a place is free, and with `Full` after the wait. */
export type TakePlace = <T>(key: string, gone: AbortSignal, work: () => Promise<T>) => Promise<T>;

/** No place became free in time. */
export class NoPlaceError extends Error {
  override readonly name = 'NoPlaceError';
}

type Waiting = { key: string; begin: () => void };

/**
 * Creates the function that does work in one of `most` places, in at most `share` of them for each key. Others wait in the order in
 * which they came, for `waitMs` milliseconds at most; a place goes to the first whose key may have it.
 */
export const createPlaces = ({
  most,
  share,
  waitMs,
}: {
  most: number;
  share: number;
  waitMs: number;
}): TakePlace => {
  const taken = new Map<string, number>();
  let all = 0;
  const waiting: Waiting[] = [];

  const isFree = (key: string): boolean => all < most && (taken.get(key) ?? 0) < share;
  const take = (key: string): void => {
    all += 1;
    taken.set(key, (taken.get(key) ?? 0) + 1);
  };
  const leave = (key: string): void => {
    all -= 1;
    const left = (taken.get(key) ?? 1) - 1;
    if (left === 0) taken.delete(key);
    else taken.set(key, left);
    const next = waiting.findIndex((one) => isFree(one.key));
    if (next !== -1) for (const { begin } of waiting.splice(next, 1)) begin();
  };
  const waitForPlace = (key: string, gone: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const endWait = (): void => {
        clearTimeout(timer);
        gone.removeEventListener('abort', giveUp);
        const at = waiting.indexOf(one);
        if (at !== -1) waiting.splice(at, 1);
      };
      const giveUp = (): void => {
        endWait();
        reject(gone.aborted ? gone.reason : new NoPlaceError(`no place within ${waitMs / 1000} seconds`));
      };
      const one = {
        key,
        begin: () => {
          endWait();
          take(key);
          resolve();
        },
      };
      const timer = setTimeout(giveUp, waitMs);
      gone.addEventListener('abort', giveUp, { once: true });
      waiting.push(one);
    });

  return async (key, gone, work) => {
    gone.throwIfAborted();
    if (isFree(key)) take(key);
    else await waitForPlace(key, gone);
    try {
      // The client may have gone while the place was handed over.
      gone.throwIfAborted();
      return await work();
    } finally {
      leave(key);
    }
  };
};
