import { describe, expect, it } from 'vitest';
import { sampleTime, uniqueUser } from '../../../harness/samples/storage-samples.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';
import { createTodayLinkStore, createTokenStore } from '../../../../src/storage/token-store.ts';

const linkId = 'ab'.repeat(32);

/** The behaviour of this store that every engine must show. */
export const todayLinkStoreContract = (table: () => TableClient): void => {
  describe('addresses of Today', () => {
    it('are returned unchanged, used or not, stay deleted, and are no tokens', async () => {
      const links = createTodayLinkStore(table());
      const link = {
        user_id: uniqueUser(),
        link_id: linkId,
        name: 'a phone',
        created_at: sampleTime(0),
        last_used_at: null,
      };
      await links.put(link);
      expect(await links.get(link.user_id, linkId)).toEqual(link);
      await links.setUsed(link.user_id, linkId, sampleTime(1));
      expect(await links.list(link.user_id)).toEqual([{ ...link, last_used_at: sampleTime(1) }]);
      expect(await links.get(uniqueUser(), linkId)).toBeNull();
      expect(await createTokenStore(table()).get(link.user_id, linkId)).toBeNull();
      expect(await createTokenStore(table()).list(link.user_id)).toEqual([]);
      expect(await links.delete(link.user_id, linkId)).toBe(true);
      expect(await links.delete(link.user_id, linkId)).toBe(false);
      await links.setUsed(link.user_id, linkId, sampleTime(2));
      expect(await links.list(link.user_id)).toEqual([]);
    });
  });
};
