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
  { partition, index, prefix, isDescending, after }: RangeQuery,
  wanted: string = COLUMNS,
): { text: string; values: string[] } => {
  const column = index === null ? 'sk' : indexes[index];
  // `>=` also tells SQLite that the column is not null. Without that it would not use a partial index.
  const conditions = ['pk = ?', `${column} >= ?`];
  const values = [partition, prefix];
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
  const direction = isDescending ? 'DESC' : 'ASC';
  const order = index === null ? `sk ${direction}` : `${column} ${direction}, sk ${direction}`;
  const from = `items INDEXED BY items_${index === null ? 'by_key' : column}`;
  return {
    text: `SELECT ${wanted} FROM ${from} WHERE ${conditions.join(' AND ')} ORDER BY ${order}`,
    values,
  };
};

/** Creates the reads of a range of sort keys in one partition. */
export const createRangeRows = ({ path, attempt, prepared }: TableFile) => ({
  /** Calls `visit` with the rows of a range in order until it returns false. */
  visit: (query: RangeQuery, visit: (row: Row) => boolean): void =>
    attempt(() => {
      const { text, values } = rangeSql(query);
      for (const row of prepared(text).iterate(...values)) if (!visit(readRow(path, row))) return;
    }),

  /** Counts the rows of an index whose sort keys have the prefix. SQLite reads its own index for this, but no items. */
  count: (index: IndexName, partition: string, prefix: string): number =>
    attempt(() => {
      const range = { partition, index, prefix, after: null, isDescending: false };
      const { text, values } = rangeSql(range, 'count(*) AS found');
      return numberOf(prepared(text).get(...values)?.['found']);
    }),
});
