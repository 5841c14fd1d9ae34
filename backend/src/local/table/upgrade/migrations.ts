import type { DatabaseSync } from 'node:sqlite';
import {
  itemMigrations,
  mayChange,
  renamed,
  type ItemMigration,
  type NewName,
} from '../../../storage/upgrade/format.ts';
import { createSchema, fromBytes, toText, COLUMNS, numberOf, textOf } from '../schema.ts';
import { z } from 'zod';
import type { Key } from '../../../storage/table/keys.ts';
import { checkedSize, type Attributes } from '../values.ts';

/** A change of the table's format, which every older table goes through once, in the order of the list. */
export type Migration = {
  /** The format that the table has afterwards: one more than before. */
  version: number;
  /** A description of the change, for the log. */
  name: string;
  /**
   * Makes one batch of changes, which takes well below a second, within a transaction of the caller. It gets the place where the
   * batch before ended, or null for the first one. Returns where this batch ended, or null if it was the last.
   */
  run: (database: DatabaseSync, after: string | null) => string | null;
};

const ofItems = itemMigrations.map((migration): Migration => ({
  version: migration.version,
  name: migration.name,
  run: (database, after) => changeItems(database, migration, after),
}));

const ofTables: readonly Migration[] = [
  {
    version: 1,
    name: 'the tables and indexes that some of the versions without a number lacked',
    run: (database) => {
      createSchema(database);
      return null;
    },
  },
  {
    version: 3,
    name: 'the messages of the queues fetch and pages into one queue',
    run: (database) => {
      joinFetchQueues(database);
      return null;
    },
  },
];

/** All migrations. Each has a test that opens a table of the format before (`backend/test/harness/folders`). */
export const migrations: readonly Migration[] = [...ofTables, ...ofItems].toSorted(
  (a, b) => a.version - b.version,
);

/** Keys that a batch looks at. */
const KEYS = 2000;

const place = z.tuple([z.string(), z.string()]);

/** Returns an item; null if it is damaged. Nothing can be said of such an item. It stays as it is, and a check of the table finds it. */
const readItem = (database: DatabaseSync, { PK, SK }: Key): Attributes | null => {
  const row = database.prepare(`SELECT ${COLUMNS} FROM items WHERE pk = ? AND sk = ?`).get(PK, SK) ?? {};
  const { item: bytes, is_encoded, crc } = row;
  return bytes instanceof Uint8Array ? fromBytes(bytes, numberOf(is_encoded), numberOf(crc)) : null;
};

const move = (database: DatabaseSync, { PK, SK }: Key, to: Key): void => {
  const former = readItem(database, { PK, SK });
  if (former === null) return;
  const item = { ...former, ...to };
  const stored = toText(item);
  // An item that is at its place of today already is the later one.
  database
    .prepare(
      'UPDATE OR IGNORE items SET pk = ?, sk = ?, item = ?, is_encoded = ?, crc = ?, size = ? WHERE pk = ? AND sk = ?',
    )
    .run(to.PK, to.SK, stored.item, stored.is_encoded, stored.crc, checkedSize(item), PK, SK);
  database.prepare('DELETE FROM items WHERE pk = ? AND sk = ?').run(PK, SK);
};

const rename = (database: DatabaseSync, { PK, SK }: Key, attribute: NewName): void => {
  const former = readItem(database, { PK, SK });
  const item = former === null ? null : renamed(former, attribute);
  if (item === null || item === former) return;
  const { item: text, is_encoded, crc } = toText(item);
  database
    .prepare('UPDATE items SET item = ?, is_encoded = ?, crc = ?, size = ? WHERE pk = ? AND sk = ?')
    .run(text, is_encoded, crc, checkedSize(item), PK, SK);
};

const changeItem = (database: DatabaseSync, key: Key, migration: ItemMigration): void => {
  if (!mayChange(migration, key)) return;
  if (migration.kind === 'rename') {
    rename(database, key, migration.attribute);
    return;
  }
  const to = migration.keyOf(key);
  if (to !== null) move(database, key, to);
};

/** Makes a batch of a migration of items, in the order of their keys. Returns where it ended; null after the last. */
const changeItems = (
  database: DatabaseSync,
  migration: ItemMigration,
  after: string | null,
): string | null => {
  const { from } = migration;
  const [pk, sk] = after === null ? [from.partitions, ''] : place.parse(JSON.parse(after));
  const rows = database
    .prepare('SELECT pk, sk FROM items WHERE (pk, sk) > (?, ?) ORDER BY pk, sk LIMIT ?')
    .all(pk, sk, KEYS)
    .map((row): Key => ({ PK: textOf(row['pk']), SK: textOf(row['sk']) }))
    .filter(({ PK }) => PK.startsWith(from.partitions));
  for (const key of rows) changeItem(database, key, migration);
  const last = rows.at(-1);
  return last === undefined || rows.length < KEYS ? null : JSON.stringify([last.PK, last.SK]);
};

/*
 * Versions before format 3 had the queue `pages` for what is asked of other sites, and the queue `fetch` for feeds alone, whose messages named no
 * kind. The messages of a group were delivered in order, and those with the id of an earlier one were dropped.
 */

/** Returns the queue that has the messages of a former queue today. */
export const queueToday = (former: string): string => (former === 'pages' ? 'fetch' : former);

/** Returns the body that a message of a former queue has today. */
export const bodyToday = (former: string, body: string): string => {
  if (former !== 'fetch') return body;
  try {
    const message: object = JSON.parse(body);
    return 'kind' in message ? body : JSON.stringify({ kind: 'feed', ...message });
  } catch {
    // Nothing can read it, so it becomes a dead letter, or stays one.
    return body;
  }
};

/** The columns of messages that only groups and dropped copies needed. */
const FORMER_COLUMNS = ['group_id', 'deduplication_id'];

/** Makes one queue of the two, and drops what only the order of groups needed. A table that has been restored may lack some of it. */
const joinFetchQueues = (database: DatabaseSync): void => {
  const update = database.prepare('UPDATE messages SET queue = ?, body = ? WHERE id = ?');
  const rows = database
    .prepare("SELECT id, queue, body FROM messages WHERE queue IN ('fetch', 'pages')")
    .all()
    .map(({ id, queue, body }) => ({ id: id ?? null, former: textOf(queue), body: textOf(body) }));
  for (const { id, former, body } of rows) update.run(queueToday(former), bodyToday(former, body), id);
  const columns = database.prepare("SELECT name FROM pragma_table_info('messages')").all();
  for (const name of FORMER_COLUMNS)
    if (columns.some((column) => column['name'] === name))
      database.exec(`ALTER TABLE messages DROP COLUMN ${name}`);
  database.exec('DROP TABLE IF EXISTS sent_ids');
};
