import type { TableEngine } from '../../storage/table/table-engine.ts';
import type { Key } from '../../storage/table/keys.ts';
import { createRequests } from './requests.ts';
import { openRows, type Rows } from './rows.ts';
import type { Attributes } from './items/values.ts';

export type EmbeddedTable = {
  client: TableEngine;
  rows: Rows;
  /** Deletes at most `limit` of the items whose time to live is before `now`, and returns them. */
  takeExpired: (now: Date, limit: number) => Promise<Attributes[]>;
  close: () => void;
};

/** Lets all other waiting work run before the next request, as a network would. */
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Opens one table in a SQLite file, or in memory for `:memory:`. @throws StorageDamagedError, StorageFullError */
export const openTable = (path: string, tableName: string): EmbeddedTable => {
  const rows = openRows(path);
  const requests = createRequests(rows, tableName);
  const inTurn =
    <I, O>(run: (input: I) => O) =>
    async (input: I): Promise<O> => {
      await nextTurn();
      return run(input);
    };
  return {
    client: {
      get: inTurn(requests.get),
      put: inTurn(requests.put),
      update: inTurn(requests.update),
      delete: inTurn(requests.delete),
      query: inTurn(requests.query),
      batchGet: inTurn(requests.batchGet),
      batchWrite: inTurn(requests.batchWrite),
    },
    rows,
    takeExpired: async (now, limit) => {
      await nextTurn();
      const expired = rows.expired(Math.floor(now.getTime() / 1000), limit);
      rows.together(() => {
        for (const { key } of expired) rows.remove(key satisfies Key);
      });
      return expired.map(({ item }) => item);
    },
    close: rows.close,
  };
};
