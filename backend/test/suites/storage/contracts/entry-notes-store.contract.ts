import { describe, expect, it } from 'vitest';
import { uniqueUser } from '../../../harness/samples/storage-samples.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';
import { createEntryNotesStore } from '../../../../src/storage/entry-notes.ts';

const AT = Date.parse('2026-03-01T08:00:00.000Z');

/** The behaviour of this store that every engine must show. */
export const entryNotesStoreContract = (table: () => TableClient): void => {
  describe('notes of entries', () => {
    it('begin and end', async () => {
      const notes = createEntryNotesStore(table());
      const user_id = uniqueUser();
      expect(await notes.get(user_id)).toBeNull();
      for (const begun_at of [null, AT]) {
        await notes.put(user_id, { begun_at, asked: 3, asked_from: AT });
        expect(await notes.get(user_id)).toEqual({ begun_at, asked: 3, asked_from: AT });
      }
      await notes.end(user_id);
      expect(await notes.get(user_id)).toBeNull();
    });

    it('are listed from a time on, each entry once, unless they are too many', async () => {
      const notes = createEntryNotesStore(table());
      const [user_id, other] = [uniqueUser(), uniqueUser()];
      for (const [at, id] of [
        [0, '1'],
        [10, '2'],
        [10, '3'],
        [20, '2'],
      ] as const)
        await notes.add(user_id, AT + at, id);
      await notes.add(other, AT + 30, '9');
      expect(await notes.listAfter(user_id, AT + 10, 9)).toEqual(['2', '3']);
      expect(await notes.listAfter(user_id, AT - 1, 9)).toEqual(['1', '2', '3']);
      expect(await notes.listAfter(user_id, AT + 21, 9)).toEqual([]);
      expect(await notes.listAfter(user_id, AT, 3)).toBeNull();
      expect(await notes.listAfter(user_id, AT + 10, 3)).toEqual(['2', '3']);
    });
  });
};
