import { z } from 'zod';
import { destination } from '../contract/index.ts';
import { savedSearch } from '../contract/search/saved-searches.ts';
import type { ListStore } from '../lib/list-store.ts';
import type { TagStore } from '../model/article/tags.ts';
import type { DestinationStore } from '../model/reader/destination.ts';
import type { SavedSearchStore } from '../model/search-stores.ts';
import { absentAsFalse, absentAsNull, changing, keyed, parseItem, unchangedSince } from './table/items.ts';
import { destinationsKey, searchesKey, sentKey, tagsKey, type Key } from './table/keys.ts';
import { itemIsNew } from './table/queries.ts';
import type { TableClient } from './table/table.ts';

type Stored<T> = {
  /** The attribute that holds the list. */
  name: string;
  key: (userId: string) => Key;
  element: z.ZodType<T>;
};

/** Creates the store of a list that is one item of the table, so that its order and its length are consistent. */
const createListStore = <T>(table: TableClient, { name, key, element }: Stored<T>): ListStore<T> => {
  const schema = keyed.extend({ rev: z.int().min(1), value: z.array(element) });
  const read = async (userId: string) => {
    const item = await table.get(key(userId));
    return item === null ? { rev: 0, value: [] } : parseItem(schema, { ...item, value: item[name] });
  };
  return {
    list: async (userId) => (await read(userId)).value,
    change: (userId, change) =>
      changing(
        `The ${name} of a reader`,
        () => read(userId),
        change,
        (list, rev) => table.put({ ...key(userId), rev: rev + 1, [name]: list }, unchangedSince(rev)),
      ),
  };
};

export const createTagStore = (table: TableClient): TagStore =>
  createListStore(table, { name: 'tags', key: tagsKey, element: z.string() });

export const createSavedSearchStore = (table: TableClient): SavedSearchStore =>
  createListStore(table, { name: 'searches', key: searchesKey, element: savedSearch });

const storedDestination = destination.extend({
  header_value: z.string().nullable(),
  // Absent in what older versions stored.
  sends_saved: absentAsFalse,
  last_sent: absentAsNull(destination.shape.last_sent),
});

export const createDestinationStore = (table: TableClient): DestinationStore => ({
  ...createListStore(table, { name: 'destinations', key: destinationsKey, element: storedDestination }),
  claim: (sent, ttl) => table.put({ ...sentKey(sent), ttl }, itemIsNew),
});
