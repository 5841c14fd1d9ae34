import { expect, it } from 'vitest';
import { sampleTime, uniqueUser } from '../../../harness/samples/storage-samples.ts';
import { createProfileStore } from '../../../../src/storage/profile-store.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';

/** The behaviour of this store that every engine must show. */
export const profilePersonContract = (table: () => TableClient): void => {
  it('a profile stores the reader’s name and address, and keeps all other values', async () => {
    const profiles = createProfileStore(table());
    const user = uniqueUser();
    await profiles.setPerson(user, { email: 'me@example.org', name: 'Me' }, sampleTime(0));
    const first = await profiles.get(user);
    expect(first).toMatchObject({ email: 'me@example.org', name: 'Me', created_at: sampleTime(0) });
    await profiles.raiseKeywordsVersion(user, sampleTime(1));
    await profiles.setPerson(user, { email: 'new@example.org', name: null }, sampleTime(2));
    expect(await profiles.get(user)).toEqual({
      ...first,
      email: 'new@example.org',
      name: null,
      keywords_version: 1,
    });
  });
};
