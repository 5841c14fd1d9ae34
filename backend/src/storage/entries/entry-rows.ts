import type { EntryPosition, EntryRow } from '../../model/article/entry.ts';
import { rowFromItem } from './entry-item.ts';
import type { RowRange } from './time-order.ts';
import { entriesOf, entryKey, indexes } from '../table/keys.ts';
import type { Item, TableClient } from '../table/table.ts';

export type Rows = AsyncGenerator<EntryRow, void, undefined>;

type Time = Pick<EntryPosition, 'published_at' | 'article_id'>;

const descending = (a: string, b: string) => (a < b ? 1 : a > b ? -1 : 0);

export const byTime = (a: Time, b: Time): number =>
  descending(a.published_at, b.published_at) || descending(a.article_id, b.article_id);

/** Compares by time, the oldest first. */
export const byAge = (a: Time, b: Time): number => byTime(b, a);

/** Compares by importance, unscored entries last. */
export const byImportance = (a: EntryPosition, b: EntryPosition): number =>
  (b.order ?? -1) - (a.order ?? -1) || byTime(a, b);

/** Number of rows in the largest page, about 75 read units. */
const LARGEST_PAGE = 500;

/**
 * Yields the rows of a range after `after`, reading pages as they are needed. The first page has `pageSize` rows and
 * each further one as many as were read before, so that skipping many rows takes few requests.
 */
export const readRange = async function* (
  table: TableClient,
  userId: string,
  range: RowRange,
  after: EntryPosition | null,
  pageSize: number,
  {
    isConsistent = true,
    isAscending = false,
  }: { isConsistent?: boolean | undefined; isAscending?: boolean } = {},
): Rows {
  let start: Item | undefined =
    after === null
      ? undefined
      : { ...entryKey(userId, after.article_id), [indexes[range.index]]: range.keyAt(after) };
  let limit = pageSize;
  let total = 0;
  do {
    const page = await table.queryPage({
      PK: entriesOf(userId).PK,
      prefix: range.prefix,
      index: range.index,
      limit,
      descending: !isAscending,
      after: start,
      is_consistent: isConsistent,
    });
    for (const item of page.items) yield rowFromItem(item);
    start = page.last;
    total += limit;
    limit = Math.max(pageSize, Math.min(total, LARGEST_PAGE));
  } while (start !== undefined);
};

/**
 * Merges sources that are each in this order. A row that was marked between two reads may be in two sources; it is
 * yielded once. The sources of one group are opened together, and the groups one after the other.
 */
export const mergeRows = async function* (
  groups: Rows[][],
  compare: (a: EntryPosition, b: EntryPosition) => number,
): Rows {
  const heads: { row: EntryRow; rest: Rows }[] = [];
  const advance = async (rest: Rows) => {
    const next = await rest.next();
    if (next.done !== true) heads.push({ row: next.value, rest });
  };
  for (const group of groups) await Promise.all(group.map(advance));
  const given = new Set<string>();
  while (heads.length > 0) {
    const first = heads.reduce((best, head) => (compare(head.row, best.row) < 0 ? head : best));
    heads.splice(heads.indexOf(first), 1);
    if (!given.has(first.row.article_id)) {
      given.add(first.row.article_id);
      yield first.row;
    }
    await advance(first.rest);
  }
};

/** Returns the first rows that pass, at most `count`. */
export const take = async (
  rows: Rows,
  count: number,
  isWanted: (row: EntryRow) => boolean,
): Promise<EntryRow[]> => {
  const taken: EntryRow[] = [];
  if (count === 0) return taken;
  for await (const row of rows) {
    if (isWanted(row)) taken.push(row);
    if (taken.length === count) break;
  }
  return taken;
};
