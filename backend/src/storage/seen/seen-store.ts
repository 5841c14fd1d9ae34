import { z } from 'zod';
import type { SeenStore } from '../../model/feed/seen.ts';
import { itemIsNew } from '../table/expressions.ts';
import { binary, decoding, keyed, parseItem } from '../table/items.ts';
import { seenKey } from '../table/keys.ts';
import { decodeOldSeen, decodeSeen, encodeSeen } from './seen-codec.ts';
import type { TableClient } from '../table/table.ts';

/** The schema of Seen. `items` is the old format; the next write replaces it. */
const seenSchema = keyed.extend({
  items: binary.optional(),
  records: binary.optional(),
  version: z.int().min(1),
});

export const createSeenStore = (table: TableClient): SeenStore => ({
  get: async (feedId) => {
    const item = await table.get(seenKey(feedId));
    if (item === null) return { items: [], version: 0 };
    const seen = parseItem(seenSchema, item);
    const { items: old, records, version } = seen;
    const items = decoding(seen, () =>
      old === undefined ? decodeSeen(records ?? new Uint8Array()) : decodeOldSeen(old),
    );
    return { items, version };
  },
  put: (feedId, items, readVersion) =>
    table.put(
      { ...seenKey(feedId), records: encodeSeen(items), version: readVersion + 1 },
      readVersion === 0
        ? itemIsNew
        : { text: '#version = :read', names: { '#version': 'version' }, values: { ':read': readVersion } },
    ),
  delete: async (feedId) => {
    await table.delete(seenKey(feedId));
  },
});
