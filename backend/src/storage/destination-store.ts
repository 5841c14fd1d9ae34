import { z } from 'zod';
import { destination } from '../contract/index.ts';
import type { DestinationStore } from '../model/reader/destination.ts';
import { createListStore } from './list-store.ts';
import { keyed, parseItem } from './table/items.ts';
import { destinationsKey } from './table/keys.ts';
import type { TableClient } from './table/table.ts';

const destinationsSchema = keyed.extend({
  rev: z.int().min(1),
  destinations: z.array(destination.extend({ header_value: z.string().nullable() })),
});

export const createDestinationStore = (table: TableClient): DestinationStore =>
  createListStore(table, {
    what: 'The destinations of a reader',
    key: destinationsKey,
    read: (item) => {
      const { rev, destinations } = parseItem(destinationsSchema, item);
      return { rev, value: destinations };
    },
    write: (destinations) => ({ destinations }),
  });
