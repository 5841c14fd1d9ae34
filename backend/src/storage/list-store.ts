import type { ListStore } from '../lib/list-store.ts';
import { changing, unchangedSince, type WithRev } from './table/items.ts';
import type { Key } from './table/keys.ts';
import type { Item, TableClient } from './table/table.ts';

type Stored<T> = {
  /** Names the list in the error of a write that others were faster with each time. */
  what: string;
  key: (userId: string) => Key;
  read: (item: Item) => WithRev<T[]>;
  /** Returns the attributes that hold the list. */
  write: (list: T[]) => Item;
};

/** Creates the store of a list that is one item of the table, so that its order and its length are consistent. */
export const createListStore = <T>(
  table: TableClient,
  { what, key, read, write }: Stored<T>,
): ListStore<T> => {
  const readOf = async (userId: string): Promise<WithRev<T[]>> => {
    const item = await table.get(key(userId));
    return item === null ? { rev: 0, value: [] } : read(item);
  };
  return {
    list: async (userId) => (await readOf(userId)).value,
    change: (userId, change) =>
      changing(
        what,
        () => readOf(userId),
        change,
        (list, rev) => table.put({ ...key(userId), rev: rev + 1, ...write(list) }, unchangedSince(rev)),
      ),
  };
};
