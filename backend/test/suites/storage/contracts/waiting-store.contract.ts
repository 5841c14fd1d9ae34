import { expect, it } from 'vitest';
import { sampleTime, uniqueUser } from '../../../harness/samples/storage-samples.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';
import { createWaitingStore } from '../../../../src/storage/waiting-store.ts';

/** The behaviour of this store that every engine must show. */
export const waitingStoreContract = (table: () => TableClient): void => {
  it('readers who wait: listed since the first failure, and taken off unless another one came later', async () => {
    const waiting = createWaitingStore(table());
    const user_id = uniqueUser();
    expect(await waiting.get(user_id)).toBeNull();
    await waiting.note(user_id, sampleTime(1), true);
    await waiting.note(user_id, sampleTime(3), false);
    const noted = { user_id, since: sampleTime(1), noted_at: sampleTime(3), next_at: null, is_all: true };
    expect(await waiting.get(user_id)).toEqual(noted);
    expect(await waiting.list(1000)).toContainEqual(noted);
    await waiting.noteRefused(user_id, sampleTime(8), sampleTime(9));
    expect(await waiting.get(user_id)).toEqual(noted);
    await waiting.clear(user_id, sampleTime(2));
    await waiting.defer(user_id, sampleTime(2), sampleTime(9));
    expect(await waiting.get(user_id)).toEqual(noted);
    await waiting.defer(user_id, sampleTime(3), sampleTime(9));
    expect(await waiting.get(user_id)).toEqual({ ...noted, next_at: sampleTime(9) });
    await waiting.note(user_id, sampleTime(4), false);
    expect(await waiting.get(user_id)).toEqual({ ...noted, noted_at: sampleTime(4) });
    await waiting.clear(user_id, sampleTime(4));
    await waiting.clear(user_id, sampleTime(4));
    await waiting.defer(user_id, sampleTime(4), sampleTime(9));
    expect(await waiting.get(user_id)).toBeNull();
    await waiting.noteRefused(user_id, sampleTime(5), sampleTime(9));
    expect(await waiting.get(user_id)).toMatchObject({ since: sampleTime(5), next_at: sampleTime(9) });
  });
};
