import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { lockIfFree, servingFile } from './data-lock.ts';

const serving = z.object({
  /** The address for people, which links begin with. */
  origin: z.url(),
  /** The address for commands on this machine. */
  local_origin: z.url(),
  /** True if whoever opens the link of an invitation there can make an account with it. */
  takes_invitations: z.boolean(),
});

/** Where a runner serves. */
export type Serving = z.infer<typeof serving>;

/** Leaves in the data folder where this process serves. It holds the folder's lock, and the file goes with that. */
export const tellServing = (dataDirectory: string, where: Serving): Promise<void> =>
  writeFile(servingFile(dataDirectory), JSON.stringify(where), { mode: 0o600 });

/**
 * Returns where the runner serves that has the folder locked; null if none has, or if it has not said so yet. A killed runner leaves
 * the file, so it counts only while the lock is held.
 * @throws DataFolderError
 */
export const findServing = async (dataDirectory: string): Promise<Serving | null> => {
  const file = servingFile(dataDirectory);
  if (!existsSync(file)) return null;
  const release = await lockIfFree(dataDirectory);
  if (release !== null) {
    release();
    return null;
  }
  try {
    return serving.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
};
