import { expect, it } from 'vitest';
import { sampleFeedId } from '../../../harness/samples/storage-samples.ts';
import { createSeenStore } from '../../../../src/storage/document-stores.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';

/** The behaviour of this store that every engine must show. */
export const seenStoreContract = (table: () => TableClient): void => {
  it('seen: written only if the version that was read is current', async () => {
    const seen = createSeenStore(table());
    const feedId = sampleFeedId(0x40);
    const items = [
      {
        identity: 'ff00000000000001',
        content_hash: '00000000abcd',
        link_tag: 'abcdef',
        date_tag: null,
        article_id: '1234567890123456789',
        is_left_out: true,
        last_present_day: 20_484,
      },
    ];
    expect(await seen.get(feedId)).toEqual({ items: [], version: 0 });
    expect(await seen.put(feedId, items, 0)).toBe(true);
    expect(await seen.put(feedId, [], 0)).toBe(false);
    expect(await seen.get(feedId)).toEqual({ items, version: 1 });
    expect(await seen.put(feedId, [], 1)).toBe(true);
    expect(await seen.put(feedId, items, 1)).toBe(false);
    expect(await seen.get(feedId)).toEqual({ items: [], version: 2 });
  });
};
