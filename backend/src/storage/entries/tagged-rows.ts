import { tagsOf } from '../../model/article/entry.ts';
import type { TableClient } from '../table/table.ts';
import { readRange } from './entry-rows.ts';
import { savedRange } from './time-order.ts';

/** Number of rows that are read at once, some 350 KB. */
const PAGE = 500;

/** Counts the entries that stay by their tags; see `EntryStore.countTagged`. */
export const countTagged = async (table: TableClient, userId: string): Promise<Map<string, number>> => {
  const counts = new Map<string, number>();
  for await (const row of readRange(table, userId, savedRange, null, PAGE, { isConsistent: false }))
    for (const tag of tagsOf(row)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return counts;
};
