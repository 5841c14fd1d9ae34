import type { DatabaseSync } from 'node:sqlite';
import { fromBytes, toText } from '../../../src/local/table/schema.ts';
import { upgradeTable } from '../../../src/local/table/upgrade/upgrade.ts';
import { migrations, type Migration } from '../../../src/local/table/upgrade/migrations.ts';

/** Rows in a batch. */
const BATCH = 10;

/** Adds one to the number of each item. It tells the parent of each batch, while the transaction is open. */
const countUp: Migration = {
  version: 2,
  name: 'each number by one',
  run: (database: DatabaseSync, after) => {
    const rows = database
      .prepare('SELECT id, CAST(item AS BLOB) AS item, crc FROM items WHERE id > ? ORDER BY id LIMIT ?')
      .all(Number(after ?? 0), BATCH);
    for (const { id, item: bytes, crc } of rows) {
      const item = bytes instanceof Uint8Array ? fromBytes(bytes, 0, Number(crc)) : null;
      if (item === null) throw new Error('an item cannot be read');
      const changed = toText({ ...item, count: Number(item['count'] ?? 0) + 1 });
      database
        .prepare('UPDATE items SET item = ?, crc = ? WHERE id = ?')
        .run(changed.item, changed.crc, id ?? null);
    }
    process.stdout.write('.');
    return rows.length < BATCH ? null : String(rows.at(-1)?.['id']);
  },
};

/** Today's migrations, which tell the parent of each batch in the same way. */
const told = migrations.map((migration): Migration => ({
  ...migration,
  run: (database, after) => {
    const end = migration.run(database, after);
    process.stdout.write('.');
    return end;
  },
}));

/**
 * Upgrades the table of the folder in the first argument, by the migration above or, if the second is `today`, by today's. Its
 * output is a letter for each step.
 */
const [, , dataDirectory = '', which = ''] = process.argv;
process.stdout.write('s');
await upgradeTable(dataDirectory, {
  now: new Date(),
  log: { warn: () => process.stdout.write('c') },
  migrations: which === 'today' ? told : [countUp],
});
