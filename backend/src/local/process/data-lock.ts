import { createHash } from 'node:crypto';
import { mkdir, realpath, unlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The data folder cannot be used; the message says why. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
}

const listen = (path: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen(path, () => resolve(server.unref()));
  });

const isAnswered = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(true));
    // A socket of another user refuses the connection although a process holds the lock.
    socket.once('error', (error) => resolve('code' in error && error.code === 'EACCES'));
    socket.once('close', () => socket.destroy());
  });

/**
 * Creates the data folder and locks it for this process, because two processes on one store would damage it. Returns
 * the function that releases the lock. The lock is a socket, so it ends with the process. Throws DataFolderError.
 */
export const lockDataFolder = async (directory: string): Promise<() => void> => {
  const folder = await mkdir(directory, { recursive: true, mode: 0o700 })
    .then(() => realpath(directory))
    .catch((error: unknown) => {
      const why = error instanceof Error ? error.message : 'unknown';
      throw new DataFolderError(`the data folder ${directory} cannot be made: ${why}`, { cause: error });
    });
  const id = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const path = process.platform === 'win32' ? `\\\\.\\pipe\\omomi-${id}` : join(tmpdir(), `omomi-${id}.sock`);
  const take = () => listen(path);
  const server = await take().catch(async (error: unknown) => {
    if (await isAnswered(path))
      throw new DataFolderError(`the data folder ${directory} is in use by another Omomi that runs`, {
        cause: error,
      });
    // A process that was killed left this socket behind.
    await unlink(path).catch(() => {});
    return take();
  });
  return () => server.close();
};
