import { expect, it } from 'vitest';
import { sampleArticleId, sampleTime, uniqueUser } from '../../../test/harness/samples/storage-samples.ts';
import { createLikedProfileStore } from './liked-profile-store.ts';
import type { TableClient } from '../table/table.ts';

/** The behaviour of this store that every engine must show. */
export const likedProfileStoreContract = (table: () => TableClient): void => {
  it('likedProfiles: the newest by arrival, no older revision replaces a newer one, and all are deleted at once', async () => {
    const likedProfiles = createLikedProfileStore(table());
    const user_id = uniqueUser();
    const vector = {
      model: 'test/2',
      scale: 0.5,
      dimension: 2,
      data: new Uint8Array([1, 2]),
      text_hash: '',
    };
    const profile = { vector, calibration: { reference_set: 1, floor: 0.125, scale: 0.25 } };
    expect(await likedProfiles.get(user_id)).toEqual({ revision: 0, profile: null });
    expect(await likedProfiles.put(user_id, profile, 0)).toBe(true);
    expect(await likedProfiles.put(user_id, profile, 0)).toBe(false);
    expect(await likedProfiles.get(user_id)).toMatchObject({
      revision: 1,
      profile: { calibration: profile.calibration },
    });
    expect(await likedProfiles.put(user_id, null, 1)).toBe(true);
    expect(await likedProfiles.put(user_id, profile, 0)).toBe(false);
    expect(await likedProfiles.get(user_id)).toEqual({ revision: 2, profile: null });
    const read = [3, 1, 2].map((at) => ({
      user_id,
      article_id: sampleArticleId(at),
      created_at: sampleTime(at),
      vector,
      ttl: 2_000_000_000,
    }));
    for (const one of [...read, ...read]) await likedProfiles.putReadThrough(one);
    const found = await likedProfiles.listReadThrough(user_id, 2);
    expect(found.map(({ created_at }) => created_at)).toEqual([sampleTime(3), sampleTime(2)]);
    expect(found[0]).toMatchObject({ article_id: sampleArticleId(3), ttl: 2_000_000_000 });
    await likedProfiles.removeReadThrough(read[0]!);
    await likedProfiles.removeReadThrough(read[0]!);
    expect(await likedProfiles.listReadThrough(user_id, 10)).toHaveLength(2);
    await likedProfiles.forget(user_id);
    expect(await likedProfiles.listReadThrough(user_id, 10)).toEqual([]);
    expect(await likedProfiles.get(user_id)).toEqual({ revision: 0, profile: null });
  });
};
