import { describe, expect, it } from 'vitest';
import { uniqueUser } from '../../../harness/samples/storage-samples.ts';
import type { SavedSearch } from '../../../../src/contract/search/saved-searches.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';
import { createSavedSearchStore } from '../../../../src/storage/list-store.ts';

const sample = (name: string): SavedSearch => ({
  search_id: '0123456789ab',
  name,
  q: '"人工知能" -広告 feed:例',
  order: 'time',
  created_at: '2026-03-01T08:00:00.000Z',
});

/** The behaviour of this store that every engine must show. */
export const savedSearchStoreContract = (table: () => TableClient): void => {
  describe('saved searches', () => {
    it('are none at first, and come back in the order in which they were stored', async () => {
      const store = createSavedSearchStore(table());
      const user_id = uniqueUser();
      expect(await store.list(user_id)).toEqual([]);
      const searches = [sample('One'), sample('二'), sample('Three')];
      await store.change(user_id, () => searches);
      expect(await store.change(user_id, () => null)).toEqual(searches);
      expect(await store.list(user_id)).toEqual(searches);
      expect(await store.list(uniqueUser())).toEqual([]);
    });

    it('lose none of several changes at once', async () => {
      const store = createSavedSearchStore(table());
      const user_id = uniqueUser();
      const names = ['0', '1', '2', '3', '4', '5'];
      await Promise.all(names.map((name) => store.change(user_id, (stored) => [...stored, sample(name)])));
      expect((await store.list(user_id)).map(({ name }) => name).toSorted()).toEqual(names);
    });
  });
};
