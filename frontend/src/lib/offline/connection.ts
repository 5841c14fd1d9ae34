import { useSyncExternalStore } from 'react';
import { createListeners } from '../listeners.ts';

/** False after a request that did not reach the server, until one does. */
let isReached = true;
/** The time when the server was last found to be out of reach, in milliseconds since 1970. */
let lostAt = 0;
const listeners = createListeners();

/** Notes whether a request has just reached the server. An answer that the service worker had kept did not. */
export const noteReached = (reached: boolean): void => {
  if (reached === isReached) return;
  isReached = reached;
  if (!reached) lostAt = Date.now();
  listeners.callAll();
};

/**
 * Calls `listener` whenever the server is reached again, with the time since which it was out of reach, in milliseconds
 * since 1970. Returns the function that ends it.
 */
export const onReachedAgain = (listener: (lostAt: number) => void): (() => void) =>
  listeners.add(() => {
    if (isReached) listener(lostAt);
  });

/** Returns whether the last request reached the server. */
export const useReached = (): boolean => useSyncExternalStore(listeners.add, () => isReached);

/** Returns true if the reader asked the browser to save data, where the browser says so. */
export const savesData = (): boolean => {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return (
    typeof connection === 'object' &&
    connection !== null &&
    'saveData' in connection &&
    connection.saveData === true
  );
};
