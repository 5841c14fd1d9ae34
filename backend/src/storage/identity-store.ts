import { z } from 'zod';
import type { Credential, IdentityStore } from '../model/reader/identity.ts';
import { itemIsNew, setting, type Expression } from './table/queries.ts';
import { absentAsFalse, absentAsNull, keyed, parseItem } from './table/items.ts';
import { idIn, identitiesOf, identityKey, identityOwnerKey } from './table/keys.ts';
import type { TableClient } from './table/table.ts';

const credential = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('password'), hash: z.string() }),
  z.object({
    kind: z.literal('passkey'),
    public_key: z.string(),
    counter: z.number(),
    transports: z.array(z.string()),
  }),
]);

const ownerSchema = keyed.extend({ user_id: z.string(), credential: absentAsNull(credential) });

const isOf = (userId: string): Expression => ({
  text: '#user = :user',
  names: { '#user': 'user_id' },
  values: { ':user': userId },
});

const ownSchema = keyed
  .extend({
    provider: z.string(),
    email: absentAsNull(z.string()),
    is_email_verified: absentAsFalse,
    label: absentAsNull(z.string()),
    created_at: z.string(),
    last_used_at: z.string(),
  })
  .transform(({ PK, SK, ...rest }) => ({ user_id: idIn(PK), identity_id: idIn(SK), ...rest }));

export const createIdentityStore = (table: TableClient): IdentityStore => {
  const ownerOf = async (identityId: string) => {
    const item = await table.get(identityOwnerKey(identityId));
    return item === null ? null : parseItem(ownerSchema, item).user_id;
  };

  const claim = async (identityId: string, userId: string, own?: Credential): Promise<string> => {
    const item = { ...identityOwnerKey(identityId), user_id: userId, ...(own && { credential: own }) };
    if (await table.put(item, itemIsNew)) return userId;
    // If the identity was released in between, it is free again.
    return (await ownerOf(identityId)) ?? claim(identityId, userId, own);
  };

  return {
    ownerOf,
    claim,
    credentialOf: async (identityId) => {
      const item = await table.get(identityOwnerKey(identityId));
      if (item === null) return null;
      const { user_id, credential: own } = parseItem(ownerSchema, item);
      return own === null ? null : { user_id, credential: own };
    },
    setCredential: async (identityId, userId, own) =>
      (await table.update(identityOwnerKey(identityId), setting({ credential: own }), isOf(userId))) !== null,
    record: async ({ user_id: userId, identity_id: identityId, created_at, ...changes }) => {
      await table.update(identityKey(userId, identityId), setting(changes, { created_at }));
    },
    list: async (userId) =>
      (await table.queryAll(identitiesOf(userId))).map((item) => parseItem(ownSchema, item)),
    // Delete the reader's own record last. If the deletion is interrupted, the record still shows what is left to
    // delete.
    delete: async (userId, identityId) => {
      await table.delete(identityOwnerKey(identityId), isOf(userId));
      await table.delete(identityKey(userId, identityId));
    },
  };
};
