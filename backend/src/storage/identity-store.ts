import { z } from 'zod';
import type { IdentityStore } from '../model/reader/identity.ts';
import { itemIsNew, setting } from './table/queries.ts';
import { absentAsFalse, absentAsNull, keyed, parseItem } from './table/items.ts';
import { idIn, identitiesOf, identityKey, identityOwnerKey } from './table/keys.ts';
import type { TableClient } from './table/table.ts';

const ownerSchema = keyed.extend({ user_id: z.string() });

const ownSchema = keyed
  .extend({
    provider: z.string(),
    email: absentAsNull(z.string()),
    is_email_verified: absentAsFalse,
    created_at: z.string(),
    last_used_at: z.string(),
  })
  .transform(({ PK, SK, ...rest }) => ({ user_id: idIn(PK), identity_id: idIn(SK), ...rest }));

export const createIdentityStore = (table: TableClient): IdentityStore => {
  const ownerOf = async (identityId: string) => {
    const item = await table.get(identityOwnerKey(identityId));
    return item === null ? null : parseItem(ownerSchema, item).user_id;
  };

  const claim = async (identityId: string, userId: string): Promise<string> => {
    if (await table.put({ ...identityOwnerKey(identityId), user_id: userId }, itemIsNew)) return userId;
    // If the identity was released in between, it is free again.
    return (await ownerOf(identityId)) ?? claim(identityId, userId);
  };

  return {
    ownerOf,
    claim,
    record: async ({ user_id: userId, identity_id: identityId, created_at, ...changes }) => {
      await table.update(identityKey(userId, identityId), setting(changes, { created_at }));
    },
    list: async (userId) =>
      (await table.queryAll(identitiesOf(userId))).map((item) => parseItem(ownSchema, item)),
    // Delete the reader's own record last. If the deletion is interrupted, the record still shows what is left to
    // delete.
    delete: async (userId, identityId) => {
      await table.delete(identityOwnerKey(identityId), {
        text: '#user = :user',
        names: { '#user': 'user_id' },
        values: { ':user': userId },
      });
      await table.delete(identityKey(userId, identityId));
    },
  };
};
