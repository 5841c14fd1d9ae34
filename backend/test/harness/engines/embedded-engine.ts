import { openTable, type EmbeddedTable, sweepExpired } from '../../../src/local/table/local-table.ts';
import type { TableEngine } from '../../../src/storage/table/table-engine.ts';
import type { TestEngine } from './dynamodb-local.ts';

type Named = { TableName?: string | undefined; RequestItems?: Record<string, unknown> | undefined };

/** Starts the local runner's database engine with its tables in memory. */
export const startEmbedded = (): Promise<TestEngine> => {
  const tables = new Map<string, EmbeddedTable>();
  const tableNamed = (name: string): EmbeddedTable => {
    const table = tables.get(name);
    if (table === undefined)
      throw Object.assign(new Error(`no table ${name}`), { name: 'ResourceNotFoundException' });
    return table;
  };
  const clientOf = ({ TableName, RequestItems }: Named): TableEngine =>
    tableNamed(TableName ?? Object.keys(RequestItems ?? {})[0] ?? '').client;
  return Promise.resolve({
    client: {
      get: async (input) => clientOf(input).get(input),
      put: async (input) => clientOf(input).put(input),
      update: async (input) => clientOf(input).update(input),
      delete: async (input) => clientOf(input).delete(input),
      query: async (input) => clientOf(input).query(input),
      batchGet: async (input) => clientOf(input).batchGet(input),
      batchWrite: async (input) => clientOf(input).batchWrite(input),
    },
    changesOf: (name) => tableNamed(name).changes,
    writesOf: (name) => tableNamed(name).tellWrites,
    createTable: async (name) => {
      if (!tables.has(name)) tables.set(name, openTable(':memory:', name));
    },
    dump: async (name) => tableNamed(name).rows.all(),
    expire: (name, now, deleteBlob) => sweepExpired(tableNamed(name), now, deleteBlob),
    close: async () => {
      for (const table of tables.values()) table.close();
      tables.clear();
    },
  });
};
