import {
  type IndexName,
  type ItemRange,
  type Key,
  entriesOf,
  idIn,
  indexes,
  primaryKey,
  timeToLiveAttribute,
} from '../../storage/table/keys.ts';
import type { Attributes } from './values.ts';
import {
  COLUMNS,
  PUT,
  type Row,
  type TableFile,
  numberOf,
  openTableFile,
  readRow,
  textOf,
  textOrNull,
  transactionsOf,
  toText,
} from './schema.ts';
import { createMessageRows } from './message-rows.ts';
import type { TellWrites } from '../../storage/table/kept.ts';
import type { EntryChanges } from '../../model/search-stores.ts';

/** The number of writes to a range that are remembered. */
const MOST_WRITES = 4000;

/**
 * Remembers in the file which items of some ranges were written last, so that whoever comes back later, in another process too, learns
 * them. It is exact: only one process writes the table, and a note is part of the transaction of its write.
 */
const createChanges = ({ attempt, prepared }: TableFile) => {
  /** The prefixes of the ranges that are watched, by their partitions. */
  const prefixes = attempt(
    () =>
      new Map(
        prepared('SELECT pk, prefix FROM watched')
          .all()
          .map(({ pk, prefix }) => [textOf(pk), textOf(prefix)]),
      ),
  );
  const lastOf = (pk: string): number =>
    numberOf(prepared('SELECT max(number) AS last FROM written WHERE pk = ?').get(pk)?.['last']);

  return {
    /** Must be called within the transaction of the write. */
    note: ({ PK, SK }: Key): void => {
      const prefix = prefixes.get(PK);
      if (prefix === undefined || !SK.startsWith(prefix)) return;
      const number = lastOf(PK) + 1;
      prepared('INSERT OR REPLACE INTO written VALUES (?, ?, ?)').run(PK, SK, number);
      prepared('DELETE FROM written WHERE pk = ? AND number <= ?').run(PK, number - MOST_WRITES);
    },

    /**
     * Returns the number of the last write to a range, and the sort keys that were written after the one with the given number; null if
     * they are not known. The first call begins to watch the range. Only one range of a partition can be watched.
     */
    since: (
      { PK, prefix }: ItemRange,
      number: number | null,
    ): { last: number; sortKeys: readonly string[] | null } =>
      attempt(() => {
        const isKnown = prefixes.get(PK) === prefix;
        if (!isKnown) prepared('INSERT OR REPLACE INTO watched VALUES (?, ?)').run(PK, prefix);
        prefixes.set(PK, prefix);
        const last = lastOf(PK);
        if (!isKnown || number === null || number < last - MOST_WRITES || number > last)
          return { last, sortKeys: null };
        const written = prepared('SELECT sk FROM written WHERE pk = ? AND number > ? ORDER BY number');
        return { last, sortKeys: written.all(PK, number).map(({ sk }) => textOf(sk)) };
      }),
  };
};

export type RowChanges = ReturnType<typeof createChanges>;

const NUMBER = /^\d{1,15}$/u;

/** Creates what tells which entries were written, from what the table remembers of its rows. Tokens are numbers of writes. */
export const createEntryChanges = ({ since }: Pick<RowChanges, 'since'>): EntryChanges => ({
  since: (userId, token) => {
    const number = token !== null && NUMBER.test(token) ? Number(token) : null;
    const { last, sortKeys } = since(entriesOf(userId), number);
    return Promise.resolve({ token: `${last}`, article_ids: sortKeys === null ? null : sortKeys.map(idIn) });
  },
});

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
  const listeners: Parameters<TellWrites>[0][] = [];
  const note = (key: Key): void => {
    changes.note(key);
    for (const listener of listeners) listener(key);
  };
  return {
    path,
    database,
    changes,
    /** Listeners also hear of writes that are rolled back. */
    tellWrites: (listener: Parameters<TellWrites>[0]): void => void listeners.push(listener),
    ...createItemRows(file, { note }),
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
