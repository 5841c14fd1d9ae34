import { z } from 'zod';
import type { Invitation, InvitationStore } from '../model/reader/sign-in.ts';
import { itemExists, itemIsNew, type Expression } from './table/queries.ts';
import { keyed, parseItem } from './table/items.ts';
import { idIn, invitationKey, ownerKey, timeToLiveAttribute } from './table/keys.ts';
import type { TableClient } from './table/table.ts';

const purpose = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('owner') }),
  z.object({ kind: z.literal('reader') }),
  z.object({ kind: z.literal('recover'), user_id: z.string(), name: z.string() }),
]);

const invitationSchema = keyed.extend({ purpose, expires_at: z.string() }).transform((item): Invitation => {
  const { PK, SK: _, ...rest } = item;
  return { invitation_id: idIn(PK), ...rest };
});

const ownerSchema = keyed.extend({ user_id: z.string() });

const isOf = (userId: string): Expression => ({
  text: '#user = :user',
  names: { '#user': 'user_id' },
  values: { ':user': userId },
});

export const createInvitationStore = (table: TableClient): InvitationStore => {
  const owner = async () => {
    const item = await table.get(ownerKey);
    return item === null ? null : parseItem(ownerSchema, item).user_id;
  };
  return {
    put: async ({ invitation_id: invitationId, ...attributes }) => {
      const ttl = Math.ceil(Date.parse(attributes.expires_at) / 1000);
      await table.put({ ...invitationKey(invitationId), ...attributes, [timeToLiveAttribute]: ttl });
    },
    get: async (invitationId) => {
      const item = await table.get(invitationKey(invitationId));
      return item === null ? null : parseItem(invitationSchema, item);
    },
    take: (invitationId) => table.delete(invitationKey(invitationId), itemExists),
    owner,
    claimOwner: async (userId) =>
      (await table.put({ ...ownerKey, user_id: userId }, itemIsNew)) || (await owner()) === userId,
    releaseOwner: async (userId) => {
      await table.delete(ownerKey, isOf(userId));
    },
  };
};
