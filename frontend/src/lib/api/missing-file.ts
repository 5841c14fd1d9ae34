import { badAnswer, offline } from './api-error.ts';

/** Returns the address of a page's entry script, which changes with every build; null if there is none. */
export const entryOf = (html: string): string | null =>
  /<script[^>]+type="module"[^>]+src="([^"]+)"/.exec(html)?.[1] ?? null;

type Deployment = {
  /** The entry script of the page that is open. */
  current: string | null;
  /** Fetches the HTML of the page as the server has it now. Rejects if the server cannot be reached. */
  fetchPage: () => Promise<string>;
  /** The entry script for which the page was last reloaded. It must be remembered over reloads. */
  reloadedFor: { read: () => string | null; write: (entry: string) => void };
};

/**
 * Decides what to do after a file of the application could not be loaded: `reload` if the server has another build,
 * once for each build; `offline` if the server does not answer; else `broken`.
 */
export const judgeMissingFile = async ({
  current,
  fetchPage,
  reloadedFor,
}: Deployment): Promise<'reload' | 'offline' | 'broken'> => {
  let deployed: string | null;
  try {
    deployed = entryOf(await fetchPage());
  } catch {
    return 'offline';
  }
  if (deployed === null || deployed === current || deployed === reloadedFor.read()) return 'broken';
  reloadedFor.write(deployed);
  return 'reload';
};

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
