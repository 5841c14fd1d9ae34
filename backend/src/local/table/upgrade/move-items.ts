import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Key } from '../../../storage/table/keys.ts';
import type { ItemMigration } from '../../../storage/upgrade/format.ts';
import { fromBytes, toText } from '../schema.ts';
import { COLUMNS, numberOf, textOf } from '../schema.ts';
import { checkedSize } from '../values.ts';

/** Keys that a batch looks at. */
const KEYS = 2000;

const place = z.tuple([z.string(), z.string()]);

const move = (database: DatabaseSync, { PK, SK }: Key, to: Key): void => {
  const row = database.prepare(`SELECT ${COLUMNS} FROM items WHERE pk = ? AND sk = ?`).get(PK, SK) ?? {};
  const { item: bytes, is_encoded, crc } = row;
  const former = bytes instanceof Uint8Array ? fromBytes(bytes, numberOf(is_encoded), numberOf(crc)) : null;
  // Nothing can be said of an item that is damaged. It stays where it is, and a check of the table finds it.
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

/** Makes a batch of a migration of items, in the order of their keys. Returns where it ended; null after the last. */
export const moveItems = (
  database: DatabaseSync,
  { from, keyOf }: ItemMigration,
  after: string | null,
): string | null => {
  const [pk, sk] = after === null ? [from.partitions, ''] : place.parse(JSON.parse(after));
  const rows = database
    .prepare('SELECT pk, sk FROM items WHERE (pk, sk) > (?, ?) ORDER BY pk, sk LIMIT ?')
    .all(pk, sk, KEYS)
    .map((row): Key => ({ PK: textOf(row['pk']), SK: textOf(row['sk']) }))
    .filter(({ PK }) => PK.startsWith(from.partitions));
  for (const key of rows) {
    const to = keyOf(key);
    if (to !== null) move(database, key, to);
  }
  const last = rows.at(-1);
  return last === undefined || rows.length < KEYS ? null : JSON.stringify([last.PK, last.SK]);
};
