import { KEPT_ANSWERS } from './kept-answers.ts';

/** The time from the load of the page until the worker begins to keep its files, in milliseconds. */
const REGISTER_MS = 4_000;

/**
 * Registers the service worker of a built page. Browsers have none on a page without TLS, except on this machine. A new
 * worker loads all files of the page, so it waits until the first list is likely to be there.
 */
export const registerWorker = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = (): void => {
    navigator.serviceWorker.register('/service-worker.js').catch(() => undefined);
  };
  window.addEventListener('load', () => setTimeout(register, REGISTER_MS));
};

/** Returns the answers that the worker keeps; null where there is no worker yet. */
export const openKept = async (): Promise<Cache | null> => {
  if (!('serviceWorker' in navigator) || navigator.serviceWorker.controller === null) return null;
  return caches.open(KEPT_ANSWERS).catch(() => null);
};

/** Waits until a worker serves this page, or `signal` aborts. Without workers it waits for ever. */
export const workerIsThere = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (!('serviceWorker' in navigator)) return;
    if (navigator.serviceWorker.controller !== null) resolve();
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { signal });
    signal.addEventListener('abort', () => resolve());
  });

/** Deletes the answers that the worker keeps, so that the next reader in this browser sees none of them. */
export const forgetKept = (): void => {
  if (typeof caches !== 'undefined') void caches.delete(KEPT_ANSWERS).catch(() => false);
};
