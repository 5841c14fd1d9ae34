import { pauseBriefly } from '../lib/turns/pause-briefly.ts';
import { z } from 'zod';
import type { ReadWatermark, ReadWatermarkStore, ReaderMarks } from '../model/article/watermark.ts';
import { StorageThrottledError } from '../lib/errors.ts';
import { itemIsNew } from './table/queries.ts';
import { decodeFeedIds, encodeFeedIds } from './table/codecs.ts';
import { absentAsNull, binary, compact, decoding, keyed, parseItem } from './table/items.ts';
import { marksKey } from './table/keys.ts';
import type { Item, TableClient } from './table/table.ts';

/** The most tries of a write. Each failed try means that another write of the same reader's watermarks succeeded. */
const ATTEMPTS = 20;

const marksSchema = keyed.extend({
  seq: z.int().min(0),
  rev: z.int().min(1),
  marks: z.array(
    z.object({
      mark_id: z.string(),
      seq: z.int().min(1),
      feed_ids: absentAsNull(binary),
      before: z.string(),
      marked_at: z.string(),
      undone_at: absentAsNull(z.string()),
    }),
  ),
});

type Stored = ReaderMarks & { rev: number };

const fromItem = (item: Item): Stored => {
  const parsed = parseItem(marksSchema, item);
  const { seq, rev, marks } = parsed;
  return decoding(parsed, () => ({
    seq,
    rev,
    watermarks: marks.map((mark) => ({
      ...mark,
      feed_ids: mark.feed_ids === null ? null : decodeScope(mark.feed_ids),
    })),
  }));
};

const decodeScope = (bytes: Uint8Array): string[] => (bytes.length === 0 ? [] : decodeFeedIds(bytes));

const toItem = (mark: ReadWatermark): Item =>
  compact({ ...mark, feed_ids: mark.feed_ids === null ? null : encodeFeedIds(mark.feed_ids) });

const unchangedSince = (rev: number) => ({
  text: '#rev = :rev',
  names: { '#rev': 'rev' },
  values: { ':rev': rev },
});

export const createReadWatermarkStore = (table: TableClient): ReadWatermarkStore => {
  const read = async (userId: string): Promise<Stored> => {
    const item = await table.get(marksKey(userId));
    return item === null ? { seq: 0, rev: 0, watermarks: [] } : fromItem(item);
  };
  return {
    get: async (userId) => {
      const { seq, watermarks } = await read(userId);
      return { seq, watermarks };
    },
    change: async (userId, change) => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const { rev, ...stored } = await read(userId);
        const changed = change(stored);
        if (changed === null) return stored;
        const item = {
          ...marksKey(userId),
          seq: changed.seq,
          marks: changed.watermarks.map(toItem),
          rev: rev + 1,
        };
        if (await table.put(item, rev === 0 ? itemIsNew : unchangedSince(rev))) return changed;
        await pauseBriefly();
      }
      throw new StorageThrottledError(
        `The watermarks of a reader were written by others ${ATTEMPTS} times over`,
      );
    },
  };
};
