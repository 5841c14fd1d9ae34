import { KEPT_ANSWERS } from './kept-answers.ts';

/** Registers the service worker of a built page. Browsers have none on a page without TLS, except on this machine. */
export const registerWorker = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  window.addEventListener('load', () => {
    navigator.serviceWorker.register('/service-worker.js').catch(() => undefined);
  });
};

/** Returns the answers that the worker keeps; null where there is no worker yet. */
export const openKept = async (): Promise<Cache | null> => {
  if (!('serviceWorker' in navigator) || navigator.serviceWorker.controller === null) return null;
  return caches.open(KEPT_ANSWERS).catch(() => null);
};

/** Deletes the answers that the worker keeps, so that the next reader in this browser sees none of them. */
export const forgetKept = (): void => {
  if (typeof caches !== 'undefined') void caches.delete(KEPT_ANSWERS).catch(() => false);
};
