import { z } from 'zod';
import type { SeenStore } from '../../model/feed/seen.ts';
import { itemIsNew } from '../table/expressions.ts';
import { binary, decoding, keyed, parseItem } from '../table/items.ts';
import { seenKey } from '../table/keys.ts';
import { decodeOldSeen, decodeSeen, decodeSeenWithoutIds, encodeSeen } from './seen-codec.ts';
import type { TableClient } from '../table/table.ts';

/** The schema of Seen. `items` and `records` are formats of earlier versions; the next write replaces them. */
const seenSchema = keyed.extend({
  items: binary.optional(),
  records: binary.optional(),
  known: binary.optional(),
  version: z.int().min(1),
});

export const createSeenStore = (table: TableClient): SeenStore => ({
  get: async (feedId) => {
    const item = await table.get(seenKey(feedId));
    if (item === null) return { items: [], version: 0 };
    const seen = parseItem(seenSchema, item);
    const { items: oldest, records: older, known, version } = seen;
    const items = decoding(seen, () => {
      if (known !== undefined) return decodeSeen(known);
      return older === undefined ? decodeOldSeen(oldest ?? new Uint8Array()) : decodeSeenWithoutIds(older);
    });
    return { items, version };
  },
  put: (feedId, items, readVersion) =>
    table.put(
      { ...seenKey(feedId), known: encodeSeen(items), version: readVersion + 1 },
      readVersion === 0
        ? itemIsNew
        : { text: '#version = :read', names: { '#version': 'version' }, values: { ':read': readVersion } },
    ),
  delete: async (feedId) => {
    await table.delete(seenKey(feedId));
  },
});
