/** Does work in a place. Rejects with the signal's reason if it is aborted before a place is free, and with `Full` after the wait. */
export type TakePlace = <T>(key: string, gone: AbortSignal, work: () => Promise<T>) => Promise<T>;

/** No place became free in time. */
export class NoPlaceError extends Error {
  override readonly name = 'NoPlaceError';
}

type Waiting = { key: string; begin: () => void };

type Limits = { most: number; share: number };

/** The places that are taken, and who waits for one, in the order in which they came. */
const createTaken = ({ most, share }: Limits) => {
  const taken = new Map<string, number>();
  let all = 0;
  const waiting: Waiting[] = [];
  const isFree = (key: string): boolean => all < most && (taken.get(key) ?? 0) < share;
  const take = (key: string): void => {
    all += 1;
    taken.set(key, (taken.get(key) ?? 0) + 1);
  };
  return {
    isFree,
    take,
    leave: (key: string): void => {
      all -= 1;
      const left = (taken.get(key) ?? 1) - 1;
      if (left === 0) taken.delete(key);
      else taken.set(key, left);
      const next = waiting.find((one) => isFree(one.key));
      if (next === undefined) return;
      take(next.key);
      next.begin();
    },
    wait: (one: Waiting): void => void waiting.push(one),
    endWait: (one: Waiting): void => {
      const at = waiting.indexOf(one);
      if (at !== -1) waiting.splice(at, 1);
    },
  };
};

/**
 * Creates the function that does work in one of `most` places, in at most `share` of them for each key. Others wait in the order in
 * which they came, for `waitMs` milliseconds at most; a place goes to the first whose key may have it.
 */
export const createPlaces = ({ waitMs, ...limits }: Limits & { waitMs: number }): TakePlace => {
  const { isFree, take, leave, wait, endWait } = createTaken(limits);

  const waitForPlace = (key: string, gone: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        gone.removeEventListener('abort', giveUp);
        endWait(one);
      };
      const giveUp = (): void => {
        end();
        reject(gone.aborted ? gone.reason : new NoPlaceError(`no place within ${waitMs / 1000} seconds`));
      };
      const one: Waiting = {
        key,
        begin: () => {
          end();
          resolve();
        },
      };
      const timer = setTimeout(giveUp, waitMs);
      gone.addEventListener('abort', giveUp, { once: true });
      wait(one);
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
