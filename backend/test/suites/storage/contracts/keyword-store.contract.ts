import { expect, it } from 'vitest';
import { sampleKeyword, sampleTime, uniqueUser } from '../../../harness/samples/storage-samples.ts';
import { createKeywordStore } from '../../../../src/storage/keyword-store.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';

/** The behaviour of this store that every engine must show. */
export const keywordStoreContract = (table: () => TableClient): void => {
  it('keywords: oldest first, once each, deleted with their vector', async () => {
    const keywords = createKeywordStore(table());
    const user_id = uniqueUser();
    const old = sampleKeyword({ user_id, keyword_id: 'ffffffffffff', created_at: sampleTime(0) });
    const young = sampleKeyword({ user_id, keyword_id: '000000000001', created_at: sampleTime(1) });
    expect(await keywords.create(young)).toBe(true);
    expect(await keywords.create(old)).toBe(true);
    expect(await keywords.create({ ...old, weight: 2 })).toBe(false);
    expect(await keywords.list(user_id)).toEqual([old, young]);
    const vector = {
      model: 'test/2',
      scale: 0.5,
      dimension: 2,
      data: new Uint8Array([1, 2]),
      text_hash: 'ab',
    };
    await keywords.putVector({ user_id, keyword_id: old.keyword_id, vector });
    const all = await keywords.listWithVectors(user_id);
    expect(all.keywords).toEqual([old, young]);
    expect(all.vectors).toHaveLength(1);
    const [made] = all.vectors;
    expect(made).toMatchObject({ user_id, keyword_id: old.keyword_id, vector });
    expect([...made!.vector.data]).toEqual([1, 2]);
    const changed = await keywords.update(user_id, old.keyword_id, { weight: 0.5, is_active: false });
    expect(changed).toEqual({ ...old, weight: 0.5, is_active: false });
    await keywords.delete(user_id, old.keyword_id);
    expect(await keywords.get(user_id, old.keyword_id)).toBeNull();
    expect(await keywords.update(user_id, old.keyword_id, { weight: 1 })).toBeNull();
    expect(await keywords.listWithVectors(user_id)).toEqual({ keywords: [young], vectors: [] });
  });
};
