import { describe, expect, it } from 'vitest';
import type { TableClient } from '../../../../src/storage/table/table.ts';
import { createImageSecretStore } from '../../../../src/storage/image-stores.ts';

/** The behaviour of this store that every engine must show. */
export const imageSecretStoreContract = (table: () => TableClient): void => {
  describe('the secret of image keys', () => {
    it('is the same for all who ask, also for those who ask first at the same time', async () => {
      const secrets = Array.from({ length: 8 }, (_, n) => `secret ${n}`);
      const asked = secrets.map((secret) => createImageSecretStore(table()).getOrPut(secret));
      const answers = new Set(await Promise.all(asked));
      expect(answers.size).toBe(1);
      const [first] = answers;
      expect(secrets).toContain(first);
      expect(await createImageSecretStore(table()).getOrPut('later')).toBe(first);
    });
  });
};
