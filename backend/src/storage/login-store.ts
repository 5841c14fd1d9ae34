import { z } from 'zod';
import type { LoginAttempt, LoginStore } from '../model/reader/login.ts';
import { itemExists } from './table/queries.ts';
import { keyed, parseItem } from './table/items.ts';
import { idIn, loginKey, timeToLiveAttribute } from './table/keys.ts';
import type { TableClient } from './table/table.ts';

const purpose = z.discriminatedUnion('kind', [
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
    purpose,
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
