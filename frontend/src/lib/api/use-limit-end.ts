import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useSecondsUntil } from '../time/use-seconds-until.ts';
import { limitEnd } from './limit.ts';

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
