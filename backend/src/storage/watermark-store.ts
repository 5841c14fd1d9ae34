import { z } from 'zod';
import type { ReadWatermark, ReadWatermarkStore, ReaderMarks } from '../model/article/watermark.ts';
import { decodeFeedIds, encodeFeedIds } from './table/codecs.ts';
import {
  absentAsNull,
  binary,
  changing,
  compact,
  decoding,
  keyed,
  parseItem,
  unchangedSince,
  type WithRev,
} from './table/items.ts';
import { marksKey } from './table/keys.ts';
import type { Item, TableClient } from './table/table.ts';

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

const fromItem = (item: Item): WithRev<ReaderMarks> => {
  const parsed = parseItem(marksSchema, item);
  const { seq, rev, marks } = parsed;
  const watermarks = decoding(parsed, () =>
    marks.map((mark) => ({
      ...mark,
      feed_ids: mark.feed_ids === null ? null : decodeScope(mark.feed_ids),
    })),
  );
  return { rev, value: { seq, watermarks } };
};

const decodeScope = (bytes: Uint8Array): string[] => (bytes.length === 0 ? [] : decodeFeedIds(bytes));

const toItem = (mark: ReadWatermark): Item =>
  compact({ ...mark, feed_ids: mark.feed_ids === null ? null : encodeFeedIds(mark.feed_ids) });

export const createReadWatermarkStore = (table: TableClient): ReadWatermarkStore => {
  const read = async (userId: string): Promise<WithRev<ReaderMarks>> => {
    const item = await table.get(marksKey(userId));
    return item === null ? { rev: 0, value: { seq: 0, watermarks: [] } } : fromItem(item);
  };
  return {
    get: async (userId) => (await read(userId)).value,
    change: (userId, change) =>
      changing(
        'The watermarks of a reader',
        () => read(userId),
        change,
        ({ seq, watermarks }, rev) =>
          table.put(
            { ...marksKey(userId), seq, marks: watermarks.map(toItem), rev: rev + 1 },
            unchangedSince(rev),
          ),
      ),
  };
};
