import { describe, expect, it } from 'vitest';
import { sampleTime, uniqueUser } from '../../../harness/samples/storage-samples.ts';
import type { AccessItems } from '../../../../src/storage/upgrade/access-items.ts';
import { createFeedAddressStore, createTokenStore } from '../../../../src/storage/token-store.ts';

const addressId = 'ab'.repeat(32);

/** The behaviour of this store that every engine must show. */
export const feedAddressStoreContract = (table: () => AccessItems): void => {
  describe('addresses of Today', () => {
    it('are returned unchanged, used or not, stay deleted, and are no tokens', async () => {
      const links = createFeedAddressStore(table());
      const link = {
        user_id: uniqueUser(),
        address_id: addressId,
        list: { kind: 'today' as const },
        name: 'a phone',
        created_at: sampleTime(0),
        last_used_at: null,
      };
      await links.put(link);
      expect(await links.get(link.user_id, addressId)).toEqual(link);
      await links.setUsed(link.user_id, addressId, sampleTime(1));
      expect(await links.list(link.user_id)).toEqual([{ ...link, last_used_at: sampleTime(1) }]);
      expect(await links.get(uniqueUser(), addressId)).toBeNull();
      expect(await createTokenStore(table()).get(link.user_id, addressId)).toBeNull();
      expect(await createTokenStore(table()).list(link.user_id)).toEqual([]);
      expect(await links.delete(link.user_id, addressId)).toBe(true);
      expect(await links.delete(link.user_id, addressId)).toBe(false);
      await links.setUsed(link.user_id, addressId, sampleTime(2));
      expect(await links.list(link.user_id)).toEqual([]);
    });
  });
};
