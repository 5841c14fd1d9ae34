import { open } from 'node:fs/promises';

/** Makes a file readable by its owner only, and waits until all of it is on the disk. */
export const sealFile = async (path: string): Promise<void> => {
  const file = await open(path, 'r+');
  try {
    await file.chmod(0o600);
    await file.sync();
  } finally {
    await file.close();
  }
};
