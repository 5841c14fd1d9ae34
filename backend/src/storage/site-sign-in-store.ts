import { z } from 'zod';
import { signInKind } from '../contract/index.ts';
import type { SiteSignInStore, StoredSignIn } from '../model/feed/site-sign-in.ts';
import { binary, keyed, parseItem } from './table/items.ts';
import { idIn, siteSignInKey } from './table/keys.ts';
import type { TableClient } from './table/table.ts';

const signInSchema = keyed
  .omit({ SK: true })
  .extend({ origin: z.string(), kinds: z.array(signInKind), sealed: binary, set_at: z.string() })
  .transform(({ PK, ...rest }): StoredSignIn => ({ feed_id: idIn(PK), ...rest }));

export const createSiteSignInStore = (table: TableClient): SiteSignInStore => ({
  get: async (feedId) => {
    const item = await table.get(siteSignInKey(feedId));
    return item === null ? null : parseItem(signInSchema, item);
  },
  put: async ({ feed_id, ...attributes }) => {
    await table.put({ ...siteSignInKey(feed_id), ...attributes });
  },
  delete: async (feedId) => {
    await table.delete(siteSignInKey(feedId));
  },
});
