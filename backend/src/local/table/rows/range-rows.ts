import { indexes, type IndexName } from '../../../storage/table/keys.ts';
import { COLUMNS, numberOf, readRow, type Row } from './schema.ts';
import type { TableFile } from './table-file.ts';

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
export const createRangeRows = ({ path, attempt, prepared }: TableFile) => ({
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
