import type { EntryRow } from '../../model/article/entry.ts';
import { entriesOf, timeRange } from '../table/keys.ts';
import type { Item, TableClient } from '../table/table.ts';
import { rowFromItem } from './entry-item.ts';

/** Number of rows that are read at once, some 500 KB. */
const PAGE = 1000;

/** Reads the newest entries of a reader in a state; see `EntryStore.listNewest`. */
export const listNewest = async (
  table: TableClient,
  userId: string,
  isRead: boolean,
  limit: number,
): Promise<EntryRow[]> => {
  const rows: EntryRow[] = [];
  let after: Item | undefined;
  do {
    const page = await table.queryPage({
      PK: entriesOf(userId).PK,
      prefix: timeRange(isRead ? 'READ' : 'UNREAD'),
      index: 'by-time',
      limit: Math.min(PAGE, limit - rows.length),
      descending: true,
      is_consistent: false,
      after,
    });
    rows.push(...page.items.map(rowFromItem));
    after = page.last;
  } while (after !== undefined && rows.length < limit);
  return rows;
};
