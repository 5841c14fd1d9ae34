import { expect, it } from 'vitest';
import { sampleFeedId, sampleTime, uniqueUser } from '../../../harness/samples/storage-samples.ts';
import { createReadWatermarkStore } from '../../../../src/storage/watermark-store.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';

/** The behaviour of this store that every engine must show. */
export const watermarkStoreContract = (table: () => TableClient): void => {
  it('watermarks: there are none at first, and concurrent changes are serialised', async () => {
    const watermarks = createReadWatermarkStore(table());
    const user_id = uniqueUser();
    expect(await watermarks.get(user_id)).toEqual({ seq: 0, watermarks: [] });
    const mark = (seq: number, feed_ids: string[] | null) => ({
      mark_id: `mark${seq}`,
      seq,
      feed_ids,
      before: sampleTime(1),
      marked_at: sampleTime(2),
      undone_at: null,
    });
    await Promise.all(
      [null, [], [sampleFeedId(1), sampleFeedId(2)]].map((feedIds) =>
        watermarks.change(user_id, (stored) => ({
          seq: stored.seq + 1,
          watermarks: [...stored.watermarks, mark(stored.seq + 1, feedIds)],
        })),
      ),
    );
    const { seq, watermarks: all } = await watermarks.get(user_id);
    expect([seq, all.map((each) => each.seq)]).toEqual([3, [1, 2, 3]]);
    expect(new Set(all.map(({ feed_ids }) => feed_ids?.length ?? null))).toEqual(new Set([0, 2, null]));
    expect(await watermarks.change(user_id, () => null)).toEqual({ seq, watermarks: all });
  });
};
