import { entryOf, judgeMissingFile } from '../stale.ts';
import { badAnswer, offline } from './api-error.ts';

const storageKey = 'omomi.reloaded-for';

const fetchPage = async (): Promise<string> => {
  const response = await fetch('/', { cache: 'no-store' });
  return response.text();
};

/** The memory of reloads. It throws if session storage is switched off; the page must then not reload by itself. */
const reloadedFor = {
  read: (): string | null => sessionStorage.getItem(storageKey),
  write: (entry: string): void => sessionStorage.setItem(storageKey, entry),
};

/** Reloads the page if a missing file of the application can be had so. @throws the ApiError that tells the remedy if it cannot. */
export const recover = async (): Promise<never> => {
  const verdict = await judgeMissingFile({
    current: entryOf(document.head.innerHTML),
    fetchPage,
    reloadedFor,
  }).catch(() => 'broken' as const);
  if (verdict === 'offline') throw offline();
  if (verdict === 'broken') throw badAnswer(404, 'no file for this part of the page');
  window.location.reload();
  // Never resolve, so that nothing more is rendered until the new page replaces this one.
  return new Promise(() => undefined);
};
