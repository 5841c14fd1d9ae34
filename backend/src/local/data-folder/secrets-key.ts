import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../backup/backup-file.ts';
import { DataFolderError } from '../process/data-lock.ts';

const FORM = /^[A-Za-z0-9+/]{43}=$/;

/** Returns the path of the key by which sign-ins for sites are kept. No backup has it. */
export const secretsKeyFile = (dataDirectory: string): string => join(dataDirectory, 'secrets.key');

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/**
 * Returns the key in a data folder, which is made if there is none. The folder must be locked.
 * @throws DataFolderError if the file holds something else
 */
export const readSecretsKey = async (dataDirectory: string): Promise<string> => {
  const path = secretsKeyFile(dataDirectory);
  try {
    await writeFile(path, `${randomBytes(32).toString('base64')}\n`, {
      flag: 'wx',
      mode: 0o600,
      flush: true,
    });
    await syncFolder(dataDirectory);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  }
  const key = (await readFile(path, 'utf8')).trim();
  if (!FORM.test(key))
    throw new DataFolderError(
      `${path} is no key. Put the former file back, or delete it: then readers give their sign-ins for sites again`,
    );
  return key;
};
