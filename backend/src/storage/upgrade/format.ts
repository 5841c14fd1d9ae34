import { z } from 'zod';
import { formatKey, keySinceFormat2, formerAccess, type Key } from '../table/keys.ts';
import { keyed, parseItem } from '../table/items.ts';
import type { TableClient } from '../table/table.ts';

/** A change of where items are. The local runner and a deployment make it with the same function. */
export type ItemMigration = {
  /** The format that the table has afterwards. */
  version: number;
  /** A description of the change, for the log. */
  name: string;
  /** The items that may move: the beginnings of their partitions and of their sort keys. */
  from: { partitions: string; items: readonly string[] };
  /** The attributes that a write may add to such an item. A move notices it, as it does changes of those that are there. */
  mayGet: readonly string[];
  /** Returns the key that the item with this key has since; null if it stays. An item that has moved stays. */
  keyOf: (key: Key) => Key | null;
};

/** The migrations of items, in their order. Formats 1 and 3 changed no items, only the tables of SQLite. */
export const itemMigrations: readonly ItemMigration[] = [
  {
    version: 2,
    name: 'sessions, API tokens and addresses of feeds into partitions of their own',
    from: formerAccess,
    mayGet: ['last_used_at'],
    keyOf: keySinceFormat2,
  },
];

/** The format of the items that this version writes: the version of their last migration. */
export const FORMAT = 2;

/** Returns the key that an item of a table of this format has today. */
export const keyToday = (key: Key, format: number): Key =>
  itemMigrations
    .filter(({ version }) => version > format)
    .reduce((known, { keyOf }) => keyOf(known) ?? known, key);

/** The table was written by a later version of Omomi, whose items this version may misread. */
export class NewerFormatError extends Error {
  override readonly name = 'NewerFormatError';
}

const formatSchema = keyed.extend({ format: z.int() });

/**
 * Returns the format of a table of DynamoDB; 1 for one without the item that says it.
 * @throws NewerFormatError
 */
export const readFormat = async (table: Pick<TableClient, 'get'>): Promise<number> => {
  const item = await table.get(formatKey);
  const format = item === null ? 1 : parseItem(formatSchema, item).format;
  if (format > FORMAT)
    throw new NewerFormatError(
      `The table was written by a newer version of Omomi (format ${format}; this version reads ${FORMAT}). ` +
        'Nothing was changed. Deploy the newer version',
    );
  return format;
};

/** Returns the table so that its stores ask for its format, for tables that are upgraded while they are in use. */
export const tellingFormat = (table: TableClient): TableClient => {
  let isUpgraded = false;
  return {
    ...table,
    isUpgraded: async () => {
      isUpgraded ||= (await readFormat(table)) === FORMAT;
      return isUpgraded;
    },
  };
};
