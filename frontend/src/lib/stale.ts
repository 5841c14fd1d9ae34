/** The address of the script that a page starts with. Its name changes with every build. */
export const entryOf = (html: string): string | null =>
  /<script[^>]+type="module"[^>]+src="([^"]+)"/.exec(html)?.[1] ?? null;

type Deployment = {
  /** The entry script of the page that is open. */
  current: string | null;
  /** The HTML of the page as the server has it now. Rejects where the server cannot be reached. */
  fetchPage: () => Promise<string>;
  /** The entry script for which the page was last reloaded; remembered over reloads. */
  reloadedFor: { read: () => string | null; write: (entry: string) => void };
};

/**
 * What to do after a file of the application could not be loaded: `reload` where the server has another build by now,
 * once for each build; `offline` where the server does not answer; else `broken`.
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
