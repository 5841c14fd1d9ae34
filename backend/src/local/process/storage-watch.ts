import type { BlobStore } from '../../model/article/article.ts';
import { StorageDamagedError, StorageFullError } from '../../lib/errors.ts';

/** Records the storage errors of this process, for its health check and for the queues. */
export type StorageWatch = {
  /** Records an error if it is one of storage; accepts any error. */
  note: (error: unknown) => void;
  /** Returns the last damage found since the start. It is kept, because no later call repairs a damaged file. */
  damage: () => StorageDamagedError | null;
  /** Returns the number of calls that failed since the start because the disk was full. */
  timesFull: () => number;
  blobs: (store: BlobStore) => BlobStore;
};

export const createStorageWatch = (): StorageWatch => {
  let damage: StorageDamagedError | null = null;
  let timesFull = 0;

  const note = (error: unknown): void => {
    if (error instanceof StorageDamagedError) damage = error;
    if (error instanceof StorageFullError) timesFull += 1;
  };

  const noting =
    <A extends unknown[], R>(run: (...input: A) => Promise<R>) =>
    async (...input: A): Promise<R> => {
      try {
        return await run(...input);
      } catch (error) {
        note(error);
        throw error;
      }
    };

  return {
    note,
    damage: () => damage,
    timesFull: () => timesFull,
    blobs: (store) => ({
      put: noting(store.put),
      get: noting(store.get),
      delete: noting(store.delete),
      list: noting(store.list),
    }),
  };
};
