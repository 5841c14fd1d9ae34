import { z } from 'zod';
import type { Session, SessionStore } from '../model/reader/session.ts';
import { itemExists, setting } from './table/queries.ts';
import { absentAsFalse, absentAsNull, compact, keyed, parseItem } from './table/items.ts';
import { idIn, sessionKey, sessionsOf, timeToLiveAttribute } from './table/keys.ts';
import type { AccessItems } from './upgrade/access-items.ts';

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
