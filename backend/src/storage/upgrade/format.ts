import { z } from 'zod';
import { formatKey, formerAccess, keySinceFormat2, profiles, type Key } from '../table/keys.ts';
import { keyed, parseItem } from '../table/items.ts';
import type { Item, TableClient } from '../table/table.ts';

type Change = {
  /** The format that the table has afterwards. */
  version: number;
  /** A description of the change, for the log. */
  name: string;
  /** The items that may change: the beginnings of their partitions and of their sort keys. */
  from: { partitions: string; items: readonly string[] };
};

/** A change of where items are. */
export type MoveMigration = Change & {
  kind: 'move';
  /** The attributes that a write may add to such an item. A move notices it, as it does changes of those that are there. */
  mayGet: readonly string[];
  /** Returns the key that the item with this key has since; null if it stays. An item that has moved stays. */
  keyOf: (key: Key) => Key | null;
};

/** A new name of an attribute, whose value stays as it is. */
export type NewName = { former: string; today: string };

/** A change of the name of an attribute. */
type RenameMigration = Change & { kind: 'rename'; attribute: NewName };

/** A change of items, which the local runner and a deployment make with the same functions. */
export type ItemMigration = MoveMigration | RenameMigration;

/** The preference by which a reader lets Omomi learn, in the profile. */
export const learnsSinceFormat4: NewName = { former: 'like_saved', today: 'learns' };

/** The migrations of items, in their order. Formats 1 and 3 changed no items, only the tables of SQLite. */
export const itemMigrations: readonly ItemMigration[] = [
  {
    kind: 'move',
    version: 2,
    name: 'sessions, API tokens and addresses of feeds into partitions of their own',
    from: formerAccess,
    mayGet: ['last_used_at'],
    keyOf: keySinceFormat2,
  },
  {
    kind: 'rename',
    version: 4,
    name: 'the preference like_saved under the name learns',
    from: profiles,
    attribute: learnsSinceFormat4,
  },
];

/** The format of the items that this version writes: the version of their last migration. */
export const FORMAT = 4;

/** The format since which all items are where they are today. */
const PLACES_FORMAT = Math.max(
  ...itemMigrations.filter(({ kind }) => kind === 'move').map(({ version }) => version),
);

/** Returns the item with the attribute under today's name. If it has both, the value under today's name was written later. */
export const renamed = <V>(item: Record<string, V>, { former, today }: NewName): Record<string, V> => {
  const value = item[former];
  if (value === undefined) return item;
  const { [former]: _, ...others } = item;
  return { [today]: value, ...others };
};

/** Tells whether a migration may change the item with this key. */
export const mayChange = ({ from: { partitions, items } }: Change, { PK, SK }: Key): boolean =>
  PK.startsWith(partitions) && items.some((prefix) => SK.startsWith(prefix));

const migrated = (item: Item & Key, migration: ItemMigration): Item & Key => {
  const { PK, SK } = item;
  if (!mayChange(migration, item)) return item;
  switch (migration.kind) {
    case 'move':
      return { ...item, ...migration.keyOf({ PK, SK }) };
    case 'rename':
      return { ...renamed(item, migration.attribute), PK, SK };
  }
};

/** Returns what an item of a table of this format is today. */
export const itemToday = (item: Item & Key, format: number): Item & Key =>
  itemMigrations.filter(({ version }) => version > format).reduce(migrated, item);

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
      isUpgraded ||= (await readFormat(table)) >= PLACES_FORMAT;
      return isUpgraded;
    },
  };
};
