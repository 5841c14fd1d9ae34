import { z } from 'zod';
import { destination } from '../contract/index.ts';
import type { DestinationStore, StoredDestination } from '../model/reader/destination.ts';
import { changing, unchangedSince, type WithRev, keyed, parseItem } from './table/items.ts';
import { destinationsKey } from './table/keys.ts';
import type { TableClient } from './table/table.ts';

/** A reader's destinations are one item, so that their order and their number are consistent. */
const destinationsSchema = keyed.extend({
  rev: z.int().min(1),
  destinations: z.array(destination.extend({ header_value: z.string().nullable() })),
});

export const createDestinationStore = (table: TableClient): DestinationStore => {
  const read = async (userId: string): Promise<WithRev<StoredDestination[]>> => {
    const item = await table.get(destinationsKey(userId));
    if (item === null) return { rev: 0, value: [] };
    const { rev, destinations } = parseItem(destinationsSchema, item);
    return { rev, value: destinations };
  };
  return {
    list: async (userId) => (await read(userId)).value,
    change: (userId, change) =>
      changing(
        'The destinations of a reader',
        () => read(userId),
        change,
        (destinations, rev) =>
          table.put({ ...destinationsKey(userId), rev: rev + 1, destinations }, unchangedSince(rev)),
      ),
  };
};
