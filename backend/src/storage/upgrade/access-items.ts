import type { Expression } from '../table/queries.ts';
import { formerAccessPartition, type Key } from '../table/keys.ts';
import type { TableClient } from '../table/table.ts';

/** The calls by which the stores of sessions, tokens and addresses of feeds use a table. */
export type AccessItems = Pick<TableClient, 'get' | 'put' | 'delete' | 'queryAll'> & {
  update: (key: Key, update: Expression, onlyIf: Expression) => ReturnType<TableClient['update']>;
};

const former = <T extends { PK: string }>(key: T): T => ({ ...key, PK: formerAccessPartition(key.PK) });

/**
 * Returns how the stores of sessions, tokens and addresses of feeds use the table. Until a table of DynamoDB is upgraded, an item
 * may be in its former place too. It moves to today's place in one transaction, and never back. Whoever asks for the former place
 * first therefore misses no item, and an item that was deleted in both, in this order, does not come back.
 */
export const accessItemsOf = (table: TableClient): AccessItems => {
  const { isUpgraded } = table;
  if (isUpgraded === undefined) return table;
  return {
    put: table.put,
    get: async (key) => ((await isUpgraded()) ? null : await table.get(former(key))) ?? table.get(key),
    update: async (key, update, onlyIf) =>
      ((await isUpgraded()) ? null : await table.update(former(key), update, onlyIf)) ??
      table.update(key, update, onlyIf),
    delete: async (key, condition) => {
      const wasThere = !(await isUpgraded()) && (await table.delete(former(key), condition));
      return (await table.delete(key, condition)) || wasThere;
    },
    queryAll: async (range, options) => {
      const before = (await isUpgraded()) ? [] : await table.queryAll(former(range), options);
      const now = await table.queryAll(range, options);
      // An item that moved between the two reads is in both.
      return [...new Map([...before, ...now].map((item) => [item['SK'], item])).values()];
    },
  };
};
