import { DatabaseSync, type StatementSync } from 'node:sqlite';
import {
  indexes,
  primaryKey,
  timeToLiveAttribute,
  type IndexName,
  type Key,
} from '../../storage/table/keys.ts';
import { damagedFile, translateSqliteError } from './items/errors.ts';
import { fromText, toText } from './items/item-text.ts';
import type { Attributes } from './items/values.ts';

/** An item with what its request and its capacity need. Sizes are bytes as DynamoDB counts them. */
export type Row = { item: Attributes; size: number };

export type RangeQuery = {
  partition: string;
  index: IndexName | null;
  /** Sort keys that begin so. */
  prefix: string;
  isDescending: boolean;
  /** Starts behind this place: the sort key, and in an index the item's own sort key too. */
  after: { sort: string; itemSort: string } | null;
};

const indexNames = Object.entries(indexes);

const SCHEMA = [
  `CREATE TABLE IF NOT EXISTS items (
    id INTEGER PRIMARY KEY,
    pk TEXT NOT NULL,
    sk TEXT NOT NULL,
    item TEXT NOT NULL,
    is_encoded INTEGER NOT NULL,
    crc INTEGER NOT NULL,
    size INTEGER NOT NULL,
    ttl INTEGER,
    ${indexNames.map(([, attribute]) => `${attribute} TEXT`).join(', ')}
  ) STRICT`,
  'CREATE UNIQUE INDEX IF NOT EXISTS items_by_key ON items (pk, sk)',
  'CREATE INDEX IF NOT EXISTS items_by_ttl ON items (ttl) WHERE ttl IS NOT NULL',
  ...indexNames.map(
    ([, attribute]) =>
      `CREATE INDEX IF NOT EXISTS items_${attribute} ON items (pk, ${attribute}, sk) WHERE ${attribute} IS NOT NULL`,
  ),
  'CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT',
];

const COLUMNS = 'item, is_encoded, crc, size';

/** The next text after all that begin with this one, in the order of code points; null where there is none. */
const behindPrefix = (prefix: string): string | null => {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    if (last === 0x10ffff) continue;
    const next = last === 0xd7ff ? 0xe000 : last + 1;
    return String.fromCodePoint(...points, next);
  }
  return null;
};

/** The values go after the partition's. */
const rangeSql = (
  { index, prefix, isDescending, after }: RangeQuery,
  wanted: string = COLUMNS,
): { text: string; values: string[] } => {
  const column = index === null ? 'sk' : indexes[index];
  const conditions = ['pk = ?'];
  const values: string[] = [];
  const upper = behindPrefix(prefix);
  // `>=` also tells SQLite that the column is not null, which its partial index needs.
  conditions.push(`${column} >= ?`);
  values.push(prefix);
  if (upper !== null) {
    conditions.push(`${column} < ?`);
    values.push(upper);
  }
  if (after !== null) {
    const sign = isDescending ? '<' : '>';
    conditions.push(index === null ? `sk ${sign} ?` : `(${column}, sk) ${sign} (?, ?)`);
    values.push(...(index === null ? [after.sort] : [after.sort, after.itemSort]));
  }
  const direction = isDescending ? 'DESC' : 'ASC';
  const order = index === null ? `sk ${direction}` : `${column} ${direction}, sk ${direction}`;
  const from = `items INDEXED BY items_${index === null ? 'by_key' : column}`;
  return {
    text: `SELECT ${wanted} FROM ${from} WHERE ${conditions.join(' AND ')} ORDER BY ${order}`,
    values,
  };
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/**
 * The items in one SQLite file, or in memory for `:memory:`. The indexes of the table are SQLite indexes of the same
 * rows, so that one statement writes an item with all its index rows. Every method throws StorageFullError,
 * StorageDamagedError or StorageUnavailableError.
 */
export const openRows = (path: string) => {
  const statements = new Map<string, StatementSync>();

  const attempt = <T>(run: () => T): T => {
    try {
      return run();
    } catch (error) {
      throw translateSqliteError(error, path);
    }
  };

  const database = attempt(() => {
    const opened = new DatabaseSync(path);
    // The data folder belongs to one process, so SQLite needs no shared memory file and asks for no lock again.
    opened.exec('PRAGMA locking_mode = EXCLUSIVE');
    opened.exec('PRAGMA journal_mode = WAL');
    // A killed process loses nothing; a machine that loses power may lose the last moments, but the file stays whole.
    opened.exec('PRAGMA synchronous = NORMAL');
    opened.exec('PRAGMA journal_size_limit = 67108864');
    // Checkpoints of 16 MB instead of 4 MB: fewer copies of the same page, and fewer waits for the disk.
    opened.exec('PRAGMA wal_autocheckpoint = 4000');
    opened.exec('PRAGMA cache_size = -8000');
    for (const statement of SCHEMA) opened.exec(statement);
    return opened;
  });

  const prepared = (text: string): StatementSync => {
    const before = statements.get(text);
    if (before !== undefined) return before;
    const statement = database.prepare(text);
    statements.set(text, statement);
    return statement;
  };

  const readRow = (row: Record<string, unknown>): Row => {
    const item = fromText({
      item: textOf(row['item']),
      is_encoded: numberOf(row['is_encoded']),
      crc: numberOf(row['crc']),
    });
    if (item === null) throw damagedFile(path, 'an item is not what was written');
    return { item, size: numberOf(row['size']) };
  };

  const PUT = `INSERT INTO items (pk, sk, item, is_encoded, crc, size, ttl, ${Object.values(indexes).join(', ')})
    VALUES (?, ?, ?, ?, ?, ?, ?${', ?'.repeat(indexNames.length)})
    ON CONFLICT (pk, sk) DO UPDATE SET item = excluded.item, is_encoded = excluded.is_encoded, crc = excluded.crc,
    size = excluded.size, ttl = excluded.ttl, ${indexNames.map(([, name]) => `${name} = excluded.${name}`).join(', ')}`;

  return {
    path,
    database,
    attempt,

    get: ({ PK, SK }: Key): Row | null =>
      attempt(() => {
        const row = prepared(`SELECT ${COLUMNS} FROM items WHERE pk = ? AND sk = ?`).get(PK, SK);
        return row === undefined ? null : readRow(row);
      }),

    put: ({ PK, SK }: Key, { item, size }: Row): void =>
      attempt(() => {
        const { item: text, is_encoded, crc } = toText(item);
        const ttl = item[timeToLiveAttribute];
        prepared(PUT).run(
          PK,
          SK,
          text,
          is_encoded,
          crc,
          size,
          typeof ttl === 'number' ? Math.trunc(ttl) : null,
          ...indexNames.map(([, attribute]) => textOrNull(item[attribute])),
        );
      }),

    remove: ({ PK, SK }: Key): void =>
      attempt(() => {
        prepared('DELETE FROM items WHERE pk = ? AND sk = ?').run(PK, SK);
      }),

    /** Calls `visit` with the rows of a range in order until it answers false. */
    visit: (query: RangeQuery, visit: (row: Row) => boolean): void =>
      attempt(() => {
        const { text, values } = rangeSql(query);
        for (const row of prepared(text).iterate(query.partition, ...values))
          if (!visit(readRow(row))) return;
      }),

    /** How many rows of an index begin so: read from SQLite's own index, without their items. */
    count: (index: IndexName, partition: string, prefix: string): number =>
      attempt(() => {
        const range = { partition, index, prefix, after: null, isDescending: false };
        const { text, values } = rangeSql(range, 'count(*) AS found');
        return numberOf(prepared(text).get(partition, ...values)?.['found']);
      }),

    /** Runs several writes as one: all of them are made or none. Within another call it joins that one. */
    together: (run: () => void): void => {
      if (database.isTransaction) {
        run();
        return;
      }
      attempt(() => database.exec('BEGIN IMMEDIATE'));
      try {
        run();
        attempt(() => database.exec('COMMIT'));
      } catch (error) {
        if (database.isTransaction) database.exec('ROLLBACK');
        throw error;
      }
    },

    /** Keys and items whose time to live is before this second, at most so many. */
    expired: (second: number, limit: number): { key: Key; item: Attributes }[] =>
      attempt(() =>
        prepared(`SELECT pk, sk, ${COLUMNS} FROM items WHERE ttl < ? ORDER BY ttl LIMIT ?`)
          .all(second, limit)
          .map((row) => ({
            key: { [primaryKey.partition]: textOf(row['pk']), [primaryKey.sort]: textOf(row['sk']) },
            item: readRow(row).item,
          })),
      ),

    /** Every item, in the order of the keys. */
    all: (): Attributes[] =>
      attempt(() =>
        prepared(`SELECT ${COLUMNS} FROM items ORDER BY pk, sk`)
          .all()
          .map((row) => readRow(row).item),
      ),

    fact: (name: string): string | null =>
      attempt(() => textOrNull(prepared('SELECT value FROM facts WHERE name = ?').get(name)?.['value'])),

    setFact: (name: string, value: string): void =>
      attempt(() => {
        prepared('INSERT INTO facts VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value').run(
          name,
          value,
        );
      }),

    close: (): void => attempt(() => database.close()),
  };
};

export type Rows = ReturnType<typeof openRows>;
