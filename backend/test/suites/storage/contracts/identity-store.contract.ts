import { describe, expect, it } from 'vitest';
import { sampleTime, uniqueUser } from '../../../harness/samples/storage-samples.ts';
import { createIdentityStore } from '../../../../src/storage/sign-in-stores.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';

let ids = 0;
const newHash = () => String(++ids).padStart(64, '0');

/** The behaviour of this store that every engine must show. */
export const identityStoreContract = (table: () => TableClient): void => {
  describe('identities', () => {
    const identityOf = (user_id: string, identity_id: string) => ({
      user_id,
      identity_id,
      provider: 'google',
      email: 'me@example.org',
      label: null,
      is_email_verified: true,
      created_at: sampleTime(0),
      last_used_at: sampleTime(0),
    });

    it('belong to one reader each, even after concurrent claims', async () => {
      const identities = createIdentityStore(table());
      const identityId = newHash().slice(32);
      const users = Array.from({ length: 5 }, uniqueUser);
      expect(await identities.ownerOf(identityId)).toBeNull();
      const owners = await Promise.all(users.map((user) => identities.claim(identityId, user)));
      expect(new Set(owners).size).toBe(1);
      expect(users).toContain(owners[0]);
      expect(await identities.ownerOf(identityId)).toBe(owners[0]);
    });

    it('keep the time of their first record', async () => {
      const identities = createIdentityStore(table());
      const [user, id] = [uniqueUser(), newHash().slice(32)];
      await identities.record(identityOf(user, id));
      const later = {
        ...identityOf(user, id),
        created_at: sampleTime(5),
        last_used_at: sampleTime(5),
        email: null,
        is_email_verified: false,
      };
      await identities.record(later);
      expect(await identities.list(user)).toEqual([{ ...later, created_at: sampleTime(0) }]);
    });

    it('can be deleted only by their reader, and then belong to nobody', async () => {
      const identities = createIdentityStore(table());
      const [user, other, id] = [uniqueUser(), uniqueUser(), newHash().slice(32)];
      await identities.claim(id, user);
      await identities.record(identityOf(user, id));
      await identities.delete(other, id);
      expect(await identities.ownerOf(id)).toBe(user);
      await identities.delete(user, id);
      await identities.delete(user, id);
      expect(await identities.ownerOf(id)).toBeNull();
      expect(await identities.list(user)).toEqual([]);
      expect(await identities.claim(id, other)).toBe(other);
    });
  });
};
