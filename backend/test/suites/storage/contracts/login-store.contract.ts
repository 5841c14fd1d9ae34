import { describe, expect, it } from 'vitest';
import { sampleTime } from '../../../harness/samples/storage-samples.ts';
import { createLoginStore } from '../../../../src/storage/sign-in-stores.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';

let ids = 0;
const newHash = () => String(++ids).padStart(64, '0');

/** The behaviour of this store that every engine must show. */
export const loginStoreContract = (table: () => TableClient): void => {
  describe('logins', () => {
    const purposes = [
      { kind: 'sign_in' as const },
      { kind: 'confirm' as const, reader_mark: 'm', link_provider: 'google' },
      { kind: 'link' as const, reader_mark: 'm' },
    ];
    const attemptOf = (purpose: (typeof purposes)[number]) => ({
      login_id: newHash(),
      provider: 'google',
      nonce: 'n',
      code_verifier: 'v',
      return_to: '/feeds',
      purpose,
      created_at: sampleTime(0),
      expires_at: sampleTime(10),
    });

    it.each(purposes)('can be used once: $kind', async (purpose) => {
      const logins = createLoginStore(table());
      const attempt = attemptOf(purpose);
      await logins.put(attempt);
      expect(await logins.take(attempt.login_id)).toEqual(attempt);
      expect(await logins.take(attempt.login_id)).toBeNull();
    });

    it('can be used by only one of many concurrent callers', async () => {
      const logins = createLoginStore(table());
      const attempt = attemptOf(purposes[0]!);
      await logins.put(attempt);
      const takers = await Promise.all(Array.from({ length: 8 }, () => logins.take(attempt.login_id)));
      expect(takers.filter((taken) => taken !== null)).toEqual([attempt]);
    });
  });
};
