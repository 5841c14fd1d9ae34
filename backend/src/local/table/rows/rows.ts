import {
  indexes,
  primaryKey,
  timeToLiveAttribute,
  type Key,
  type IndexName,
} from '../../../storage/table/keys.ts';
import { toText } from '../items/item-keys.ts';
import type { Attributes } from '../items/values.ts';
import { type RowChanges, createChanges } from './changes.ts';
import {
  COLUMNS,
  PUT,
  readRow,
  textOf,
  textOrNull,
  type Row,
  type TableFile,
  numberOf,
  openTableFile,
  transactionsOf,
} from './schema.ts';
import { createMessageRows } from './message-rows.ts';

/** Creates the reads and writes of single items, which `changes` is told of. */
const createItemRows = ({ path, attempt, prepared }: TableFile, changes: Pick<RowChanges, 'note'>) => ({
  get: ({ PK, SK }: Key): Row | null =>
    attempt(() => {
      const row = prepared(`SELECT ${COLUMNS} FROM items WHERE pk = ? AND sk = ?`).get(PK, SK);
      return row === undefined ? null : readRow(path, row);
    }),

  put: ({ PK, SK }: Key, { item, size }: Row): void =>
    attempt(() => {
      const { item: text, is_encoded, crc } = toText(item);
      const expiry = item[timeToLiveAttribute];
      const ttl = typeof expiry === 'number' ? Math.trunc(expiry) : null;
      const sortKeys = Object.values(indexes).map((attribute) => textOrNull(item[attribute]));
      prepared(PUT).run(PK, SK, text, is_encoded, crc, size, ttl, ...sortKeys);
      changes.note({ PK, SK });
    }),

  remove: ({ PK, SK }: Key): void =>
    attempt(() => {
      prepared('DELETE FROM items WHERE pk = ? AND sk = ?').run(PK, SK);
      changes.note({ PK, SK });
    }),
});

/** Creates the reads of the whole table. */
const createTableRows = ({ path, attempt, prepared }: TableFile) => ({
  /** Returns at most `limit` of the items whose time to live is before this Unix second, with their keys. */
  expired: (second: number, limit: number): { key: Key; item: Attributes }[] =>
    attempt(() =>
      prepared(`SELECT pk, sk, ${COLUMNS} FROM items WHERE ttl < ? ORDER BY ttl LIMIT ?`)
        .all(second, limit)
        .map((row) => ({
          key: { [primaryKey.partition]: textOf(row['pk']), [primaryKey.sort]: textOf(row['sk']) },
          item: readRow(path, row).item,
        })),
    ),

  /** Returns every item, in the order of the keys. */
  all: (): Attributes[] =>
    attempt(() =>
      prepared(`SELECT ${COLUMNS} FROM items ORDER BY pk, sk`)
        .all()
        .map((row) => readRow(path, row).item),
    ),
});

export type RangeQuery = {
  partition: string;
  index: IndexName | null;
  /** The prefix of the sort keys. */
  prefix: string;
  isDescending: boolean;
  /** Starts after this place: the sort key, and in an index the item's own sort key too. */
  after: { sort: string; itemSort: string } | null;
  /** The most rows that are wanted; null for all. */
  limit: number | null;
};

/** Returns the first text after all that have the prefix, in the order of code points. Returns null if there is none. */
const textAfterPrefix = (prefix: string): string | null => {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    if (last === 0x10ffff) continue;
    const next = last === 0xd7ff ? 0xe000 : last + 1;
    return String.fromCodePoint(...points, next);
  }
  return null;
};

/** Returns a range's statement and the values of its placeholders, which begin with the partition. */
const rangeSql = (
  { partition, index, prefix, isDescending, after, limit }: RangeQuery,
  wanted: string = COLUMNS,
): { text: string; values: (string | number)[] } => {
  const column = index === null ? 'sk' : indexes[index];
  // `>=` also tells SQLite that the column is not null. Without that it would not use a partial index.
  const conditions = ['pk = ?', `${column} >= ?`];
  const values: (string | number)[] = [partition, prefix];
  const upper = textAfterPrefix(prefix);
  if (upper !== null) {
    conditions.push(`${column} < ?`);
    values.push(upper);
  }
  if (after !== null) {
    const sign = isDescending ? '<' : '>';
    conditions.push(index === null ? `sk ${sign} ?` : `(${column}, sk) ${sign} (?, ?)`);
    values.push(...(index === null ? [after.sort] : [after.sort, after.itemSort]));
  }
  if (limit !== null) values.push(limit);
  const direction = isDescending ? 'DESC' : 'ASC';
  const order = index === null ? `sk ${direction}` : `${column} ${direction}, sk ${direction}`;
  const from = `items INDEXED BY items_${index === null ? 'by_key' : column}`;
  return {
    text: `SELECT ${wanted} FROM ${from} WHERE ${conditions.join(' AND ')} ORDER BY ${order}${limit === null ? '' : ' LIMIT ?'}`,
    values,
  };
};

/** The most rows that are read at once, some MB. */
const LONGEST_PAGE = 2000;

/** Creates the reads of a range of sort keys in one partition. */
const createRangeRows = ({ path, attempt, prepared }: TableFile) => ({
  /** Calls `visit` with the rows of a range in order until it returns false. */
  visit: (query: RangeQuery, visit: (row: Row) => boolean): void =>
    attempt(() => {
      const { text, values } = rangeSql(query);
      const statement = prepared(text);
      // All rows at once take a third of the time, and a page has few enough of them.
      const isPage = query.limit !== null && query.limit <= LONGEST_PAGE;
      const rows = isPage ? statement.all(...values) : statement.iterate(...values);
      for (const row of rows) if (!visit(readRow(path, row))) return;
    }),

  /** Counts the rows of an index whose sort keys have the prefix. SQLite reads its own index for this, but no items. */
  count: (index: IndexName, partition: string, prefix: string): number =>
    attempt(() => {
      const range = { partition, index, prefix, after: null, isDescending: false, limit: null };
      const { text, values } = rangeSql(range, 'count(*) AS found');
      return numberOf(prepared(text).get(...values)?.['found']);
    }),
});

/** Creates the reads and writes of named facts about the file itself, such as when it was checked last. */
const createFacts = ({ attempt, prepared }: TableFile) => ({
  fact: (name: string): string | null =>
    attempt(() => textOrNull(prepared('SELECT value FROM facts WHERE name = ?').get(name)?.['value'])),

  setFact: (name: string, value: string): void =>
    attempt(() => {
      prepared('INSERT INTO facts VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value').run(
        name,
        value,
      );
    }),
});

/**
 * Opens the items in one SQLite file, or in memory for `:memory:`. Every method throws StorageFullError,
 * StorageDamagedError or StorageUnavailableError.
 */
export const openRows = (path: string) => {
  const file = openTableFile(path);
  const { database, attempt } = file;
  const changes = createChanges(file);
  return {
    path,
    database,
    changes,
    ...createItemRows(file, changes),
    ...createRangeRows(file),
    ...createTableRows(file),
    ...createFacts(file),
    ...createMessageRows(file),
    together: transactionsOf(file),
    sync: (): void => attempt(() => database.exec('PRAGMA wal_checkpoint(TRUNCATE)')),
    close: (): void => attempt(() => database.close()),
  };
};

export type Rows = ReturnType<typeof openRows>;
