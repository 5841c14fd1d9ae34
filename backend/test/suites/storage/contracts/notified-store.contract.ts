import { describe, expect, it } from 'vitest';
import { sampleNotified } from '../../../harness/samples/notified-samples.ts';
import { uniqueUser } from '../../../harness/samples/storage-samples.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';
import { createNotifiedStore } from '../../../../src/storage/notified-store.ts';

/** The behaviour of this store that every engine must show. */
export const notifiedStoreContract = (table: () => TableClient): void => {
  describe('notified readers', () => {
    it('are returned unchanged, listed, and gone once deleted', async () => {
      const store = createNotifiedStore(table());
      const notified = sampleNotified(uniqueUser());
      expect(await store.get(notified.user_id)).toBeNull();
      expect(await store.put(notified, 'w1')).toBe(true);
      expect(await store.get(notified.user_id)).toEqual({ ...notified, revision: 1 });
      expect(await store.list()).toContain(notified.user_id);
      await store.delete(notified.user_id);
      expect(await store.get(notified.user_id)).toBeNull();
      // What was made from the deleted item does not bring it back.
      expect(await store.put({ ...notified, revision: 1 }, 'w2')).toBe(false);
      expect(await store.list()).not.toContain(notified.user_id);
    });

    it('are written once from each revision, whoever tries, and a repeated write is the same one', async () => {
      const store = createNotifiedStore(table());
      const notified = sampleNotified(uniqueUser());
      const firsts = await Promise.all(['w1', 'w2', 'w3'].map((id) => store.put(notified, id)));
      expect(firsts.filter(Boolean)).toHaveLength(1);
      const next = { ...notified, settings: null, revision: 1 };
      const seconds = await Promise.all(['w4', 'w5', 'w6'].map((id) => store.put(next, id)));
      expect(seconds.filter(Boolean)).toHaveLength(1);
      const won = ['w4', 'w5', 'w6'][seconds.indexOf(true)]!;
      expect(await store.put(next, won)).toBe(true);
      expect(await store.put(next, 'w7')).toBe(false);
      expect(await store.get(notified.user_id)).toEqual({ ...next, revision: 2 });
    });
  });
};
