import { describe, expect, it } from 'vitest';
import { createTagStore } from '../../../../src/storage/list-store.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';
import { uniqueUser } from '../../../harness/samples/storage-samples.ts';

/** The behaviour of this store that every engine must show. */
export const tagStoreContract = (table: () => TableClient): void => {
  describe('tags', () => {
    it('are none at first, and lose none of several changes at once', async () => {
      const store = createTagStore(table());
      const user_id = uniqueUser();
      expect(await store.list(user_id)).toEqual([]);
      const names = ['気候', 'b', 'c', 'd', 'e', 'f'];
      await Promise.all(names.map((name) => store.change(user_id, (stored) => [...stored, name])));
      expect((await store.list(user_id)).toSorted()).toEqual(names.toSorted());
      expect(await store.list(uniqueUser())).toEqual([]);
    });
  });
};
