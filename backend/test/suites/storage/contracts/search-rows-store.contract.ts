import { describe, expect, it } from 'vitest';
import { uniqueUser } from '../../../harness/samples/storage-samples.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';
import { createSearchRowsStore } from '../../../../src/storage/entry-notes.ts';

/** The behaviour of this store that every engine must show. */
export const searchRowsStoreContract = (table: () => TableClient): void => {
  describe('the rows kept for searches', () => {
    it('are none at first, and then those that were named last', async () => {
      const store = createSearchRowsStore(table());
      const user_id = uniqueUser();
      expect(await store.get(user_id)).toBeNull();
      await store.put(user_id, 'one');
      await store.put(user_id, 'two');
      expect(await store.get(user_id)).toBe('two');
      expect(await store.get(uniqueUser())).toBeNull();
    });
  });
};
