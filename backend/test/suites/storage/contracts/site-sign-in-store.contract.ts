import { describe, expect, it } from 'vitest';
import { createSiteSignInStore } from '../../../../src/storage/site-sign-in-store.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';
import { sampleFeedId, sampleTime } from '../../../harness/samples/storage-samples.ts';

/** The behaviour of this store that every engine must show. */
export const siteSignInStoreContract = (table: () => TableClient): void => {
  describe('sign-ins for sites', () => {
    it('are returned unchanged, replaced and deleted, each feed’s apart', async () => {
      const store = createSiteSignInStore(table());
      const one = {
        feed_id: sampleFeedId(0xb1),
        origin: 'https://paid.example',
        kinds: ['cookie' as const, 'headers' as const],
        sealed: new Uint8Array([0, 255, 7]),
        set_at: sampleTime(1),
      };
      const two = { ...one, feed_id: sampleFeedId(0xb2), kinds: ['login' as const] };
      expect(await store.get(one.feed_id)).toBeNull();
      await Promise.all([store.put(one), store.put(two)]);
      expect(await store.get(one.feed_id)).toEqual(one);
      expect(await store.get(two.feed_id)).toEqual(two);
      await store.put({ ...one, sealed: new Uint8Array([1]), set_at: sampleTime(2) });
      expect(await store.get(one.feed_id)).toMatchObject({ set_at: sampleTime(2) });
      await store.delete(one.feed_id);
      await store.delete(one.feed_id);
      expect(await store.get(one.feed_id)).toBeNull();
      expect(await store.get(two.feed_id)).toEqual(two);
    });
  });
};
