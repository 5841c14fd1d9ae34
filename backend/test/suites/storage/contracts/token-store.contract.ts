import { describe, expect, it } from 'vitest';
import { sampleTime, uniqueUser } from '../../../harness/samples/storage-samples.ts';
import type { AccessItems } from '../../../../src/storage/upgrade/access-items.ts';
import { createTokenStore } from '../../../../src/storage/token-store.ts';

let ids = 0;
const newHash = () => String(++ids).padStart(64, '0');

/** The behaviour of this store that every engine must show. */
export const tokenStoreContract = (table: () => AccessItems): void => {
  describe('tokens', () => {
    it('are returned unchanged, used or not, and stay deleted', async () => {
      const tokens = createTokenStore(table());
      const token = {
        user_id: uniqueUser(),
        token_id: newHash(),
        name: 'a script',
        scope: 'read' as const,
        created_at: sampleTime(0),
        last_used_at: null,
        fever_key: null,
      };
      await tokens.put(token);
      expect(await tokens.get(token.user_id, token.token_id)).toEqual(token);
      await tokens.setUsed(token.user_id, token.token_id, sampleTime(1));
      expect(await tokens.list(token.user_id)).toEqual([{ ...token, last_used_at: sampleTime(1) }]);
      expect(await tokens.get(uniqueUser(), token.token_id)).toBeNull();
      expect(await tokens.delete(token.user_id, token.token_id)).toBe(true);
      expect(await tokens.delete(token.user_id, token.token_id)).toBe(false);
      await tokens.setUsed(token.user_id, token.token_id, sampleTime(2));
      expect(await tokens.list(token.user_id)).toEqual([]);
    });
  });
};
