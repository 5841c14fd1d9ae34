import { describe, expect, it } from 'vitest';
import { createDestinationStore } from '../../../../src/storage/list-store.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';
import { sampleTime, uniqueUser } from '../../../harness/samples/storage-samples.ts';

const destination = (n: number) => ({
  destination_id: `place${n}`.padEnd(26, '0'),
  kind: 'post' as const,
  name: `Place ${n}`,
  address: 'https://notes.example/api',
  header_name: n === 0 ? null : 'Authorization',
  header_value: n === 0 ? null : `Token ${n}`,
  sends_saved: n % 2 === 0,
  last_sent: n === 2 ? { at: sampleTime(n), status: null } : null,
  created_at: sampleTime(n),
});

/** The behaviour of this store that every engine must show. */
export const destinationStoreContract = (table: () => TableClient): void => {
  describe('destinations', () => {
    it('are none at first, are returned unchanged, and lose none of several changes at once', async () => {
      const store = createDestinationStore(table());
      const user_id = uniqueUser();
      expect(await store.list(user_id)).toEqual([]);
      const all = Array.from({ length: 6 }, (_, n) => destination(n));
      await Promise.all(all.map((each) => store.change(user_id, (stored) => [...stored, each])));
      const stored = await store.list(user_id);
      expect(stored.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(all);
      expect(await store.list(uniqueUser())).toEqual([]);
    });

    it('are claimed for an article once, however many ask at once', async () => {
      const store = createDestinationStore(table());
      const [user_id, { destination_id }, article_id] = [uniqueUser(), destination(1), '1'.repeat(19)];
      const claim = (changes: object = {}) =>
        store.claim({ user_id, destination_id, article_id, ...changes }, 4_000_000_000);
      const claims = await Promise.all([claim(), claim(), claim()]);
      expect(claims.filter(Boolean)).toHaveLength(1);
      expect(await claim()).toBe(false);
      for (const changes of [{ user_id: uniqueUser() }, { destination_id: 'other000' }, { article_id: '2' }])
        expect(await claim(changes)).toBe(true);
    });
  });
};
