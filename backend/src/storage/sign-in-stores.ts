import { z } from 'zod';
import type {
  LoginAttempt,
  LoginStore,
  Session,
  SessionStore,
  Credential,
  IdentityStore,
  Invitation,
  InvitationStore,
} from '../model/reader/sign-in.ts';
import { itemExists, setting, itemIsNew, type Expression } from './table/queries.ts';
import { keyed, parseItem, absentAsFalse, absentAsNull, compact } from './table/items.ts';
import {
  idIn,
  loginKey,
  timeToLiveAttribute,
  sessionKey,
  sessionsOf,
  identitiesOf,
  identityKey,
  identityOwnerKey,
  invitationKey,
  ownerKey,
} from './table/keys.ts';
import type { TableClient } from './table/table.ts';
import type { AccessItems } from './upgrade/access-items.ts';

const loginPurpose = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sign_in') }),
  z.object({ kind: z.literal('confirm'), reader_mark: z.string(), link_provider: z.string() }),
  z.object({ kind: z.literal('link'), reader_mark: z.string() }),
]);

const loginSchema = keyed
  .extend({
    provider: z.string(),
    nonce: z.string(),
    code_verifier: z.string(),
    return_to: z.string(),
    purpose: loginPurpose,
    created_at: z.string(),
    expires_at: z.string(),
  })
  .transform((item): LoginAttempt => {
    const { PK, SK: _, ...rest } = item;
    return { login_id: idIn(PK), ...rest };
  });

export const createLoginStore = (table: TableClient): LoginStore => ({
  put: async ({ login_id: loginId, ...attributes }) => {
    const ttl = Math.ceil(Date.parse(attributes.expires_at) / 1000);
    await table.put({ ...loginKey(loginId), ...attributes, [timeToLiveAttribute]: ttl });
  },
  take: async (loginId) => {
    const item = await table.get(loginKey(loginId));
    if (item === null || !(await table.delete(loginKey(loginId), itemExists))) return null;
    return parseItem(loginSchema, item);
  },
});

const sessionSchema = keyed
  .extend({
    identity_id: z.string(),
    email: absentAsNull(z.string()),
    is_owner: absentAsFalse,
    device: z.string(),
    created_at: z.string(),
    authenticated_at: absentAsNull(z.string()),
    last_seen_at: z.string(),
    expires_at: z.string(),
  })
  .transform(({ PK, SK, ...rest }): Session => ({ user_id: idIn(PK), session_id: idIn(SK), ...rest }));

/** Returns the time to live. DynamoDB deletes the item some time after it, so readers must check expires_at. */
const ttlOf = (expiresAt: string) => ({ [timeToLiveAttribute]: Math.ceil(Date.parse(expiresAt) / 1000) });

export const createSessionStore = (table: AccessItems): SessionStore => ({
  put: async ({ user_id: userId, session_id: sessionId, ...attributes }) => {
    const item = compact({ ...attributes, ...ttlOf(attributes.expires_at) });
    await table.put({ ...sessionKey(userId, sessionId), ...item });
  },
  get: async (userId, sessionId) => {
    const item = await table.get(sessionKey(userId, sessionId));
    return item === null ? null : parseItem(sessionSchema, item);
  },
  list: async (userId) =>
    (await table.queryAll(sessionsOf(userId))).map((item) => parseItem(sessionSchema, item)),
  setSeen: async ({ user_id: userId, session_id: sessionId, last_seen_at, expires_at }) => {
    const seen = setting({ last_seen_at, expires_at, ...ttlOf(expires_at) });
    await table.update(sessionKey(userId, sessionId), seen, itemExists);
  },
  delete: (userId, sessionId) => table.delete(sessionKey(userId, sessionId), itemExists),
});

const credential = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('password'), hash: z.string() }),
  z.object({
    kind: z.literal('passkey'),
    id: absentAsNull(z.string()),
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

const purpose = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('owner') }),
  z.object({ kind: z.literal('reader') }),
  z.object({ kind: z.literal('recover'), user_id: z.string(), name: z.string() }),
]);

const invitationSchema = keyed.extend({ purpose, expires_at: z.string() }).transform((item): Invitation => {
  const { PK, SK: _, ...rest } = item;
  return { invitation_id: idIn(PK), ...rest };
});

const deploymentOwnerSchema = keyed.extend({ user_id: z.string() });

export const createInvitationStore = (table: TableClient): InvitationStore => {
  const owner = async () => {
    const item = await table.get(ownerKey);
    return item === null ? null : parseItem(deploymentOwnerSchema, item).user_id;
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
