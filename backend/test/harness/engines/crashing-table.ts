import type { TableClient } from '../../../src/storage/table/table.ts';

export class Crash extends Error {
  override readonly name = 'Crash';
}

/** Creates a table wrapper that throws `Crash` once, before or after the write with this number. */
export const crashAt = (write: number, isAfter: boolean) => {
  let writes = 0;
  const guarded =
    <A extends unknown[], R>(run: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      const isCrash = ++writes === write;
      if (isCrash && !isAfter) throw new Crash();
      const result = await run(...args);
      if (isCrash) throw new Crash();
      return result;
    };
  return {
    wrap: (table: TableClient): TableClient => ({
      ...table,
      put: guarded(table.put),
      update: guarded(table.update),
      delete: guarded(table.delete),
      batchPut: guarded(table.batchPut),
      batchDelete: guarded(table.batchDelete),
    }),
    hasCrashed: () => writes >= write,
  };
};
