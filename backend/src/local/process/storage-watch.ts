import type { BlobStore } from '../../model/article/article.ts';
import { StorageDamagedError, StorageFullError } from '../../lib/storage-errors.ts';
import type { TableEngine } from '../../storage/table/table-engine.ts';

/** Remembers what the storage of this process met, for its health and for the queues. */
export type StorageWatch = {
  /** Takes notice of an error of any kind. */
  note: (error: unknown) => void;
  /** The last damage met since the start. It stays: nothing that goes on heals a damaged file. */
  damage: () => StorageDamagedError | null;
  /** How often a full disk was met since the start. */
  timesFull: () => number;
  table: (engine: TableEngine) => TableEngine;
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
    table: (engine) => ({
      get: noting(engine.get),
      put: noting(engine.put),
      update: noting(engine.update),
      delete: noting(engine.delete),
      query: noting(engine.query),
      batchGet: noting(engine.batchGet),
      batchWrite: noting(engine.batchWrite),
    }),
    blobs: (store) => ({
      put: noting(store.put),
      get: noting(store.get),
      delete: noting(store.delete),
      list: noting(store.list),
    }),
  };
};
