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
