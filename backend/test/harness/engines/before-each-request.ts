import type { TableClient } from '../../../src/storage/table/table.ts';

/** Returns a table that calls `before`, and waits for it, before each request. */
export const beforeEachRequest = (table: TableClient, before: () => Promise<void> | void): TableClient => {
  const wrapped =
    <A extends unknown[], R>(request: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      await before();
      return request(...args);
    };
  return {
    ...table,
    get: wrapped(table.get),
    put: wrapped(table.put),
    update: wrapped(table.update),
    delete: wrapped(table.delete),
    queryPage: wrapped(table.queryPage),
    queryAll: wrapped(table.queryAll),
    count: wrapped(table.count),
    batchGet: wrapped(table.batchGet),
    batchPut: wrapped(table.batchPut),
    batchDelete: wrapped(table.batchDelete),
  };
};
