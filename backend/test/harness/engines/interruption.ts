import type { TableClient } from '../../../src/storage/table/table.ts';

/** Creates a table wrapper that runs a function once: just before a chosen call, or just after a `get`. */
export const interruption = () => {
  let next: { when: (operation: string, sortKey: string) => boolean; run: () => Promise<void> } | null = null;
  const pass = async (operation: string, sortKey: unknown): Promise<void> => {
    if (next === null || !next.when(operation, String(sortKey))) return;
    const { run } = next;
    next = null;
    await run();
  };
  const wrap = (table: TableClient): TableClient => ({
    ...table,
    get: async (key) => {
      const item = await table.get(key);
      await pass('got', key.SK);
      return item;
    },
    batchGet: async (keys) => {
      await pass('batchGet', keys[0]?.PK);
      return table.batchGet(keys);
    },
    put: async (item, condition) => {
      await pass('put', item['SK']);
      return table.put(item, condition);
    },
    update: async (key, update, condition) => {
      await pass('update', key.SK);
      return table.update(key, update, condition);
    },
    delete: async (key, condition) => {
      await pass('delete', key.SK);
      return table.delete(key, condition);
    },
  });
  return {
    wrap,
    on: (operation: string, prefix: string, run: () => Promise<void>) => {
      next = { when: (called, sortKey) => called === operation && sortKey.startsWith(prefix), run };
    },
  };
};
