import { z } from 'zod';
import { destination } from '../contract/index.ts';
import type { DestinationStore } from '../model/reader/destination.ts';
import { createListStore } from './list-store.ts';
import { absentAsFalse, absentAsNull, keyed, parseItem } from './table/items.ts';
import { destinationsKey, sentKey } from './table/keys.ts';
import { itemIsNew } from './table/queries.ts';
import type { TableClient } from './table/table.ts';

const stored = destination.extend({
  header_value: z.string().nullable(),
  // Absent in what older versions stored.
  sends_saved: absentAsFalse,
  last_sent: absentAsNull(destination.shape.last_sent),
});

const destinationsSchema = keyed.extend({
  rev: z.int().min(1),
  destinations: z.array(stored),
});

export const createDestinationStore = (table: TableClient): DestinationStore => ({
  ...createListStore(table, {
    what: 'The destinations of a reader',
    key: destinationsKey,
    read: (item) => {
      const { rev, destinations } = parseItem(destinationsSchema, item);
      return { rev, value: destinations };
    },
    write: (destinations) => ({ destinations }),
  }),
  claim: (sent, ttl) => table.put({ ...sentKey(sent), ttl }, itemIsNew),
});
