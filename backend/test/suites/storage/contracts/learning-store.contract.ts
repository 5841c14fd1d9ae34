import { expect, it } from 'vitest';
import { sampleArticleId, sampleTime, uniqueUser } from '../../../harness/samples/storage-samples.ts';
import type { Learner } from '../../../../src/model/learning/learner.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';
import { createLearningStore } from '../../../../src/storage/learning-store.ts';

const ttl = 2_000_000_000;
const vector = {
  model: 'test/2',
  scale: 0.5,
  dimension: 2,
  data: new Uint8Array([1, 2]),
  text_hash: '',
};
const learner: Learner = {
  model: 'test/2',
  dense: Int8Array.from([127, -128, 0]),
  indexes: Uint32Array.from([7, 4_294_967_295]),
  values: Int8Array.from([-3, 127]),
  step: 0.01,
  middle: -0.5,
  spread: 0.25,
  weight: 1.5,
};

/** The behaviour of this store that every engine must show. */
export const learningStoreContract = (table: () => TableClient): void => {
  it('learning: what was learned is stored as it was, and no older revision replaces a newer one', async () => {
    const store = createLearningStore(table());
    const user_id = uniqueUser();
    const learned = { learner, learned_at: sampleTime(1), opened: 3, forgotten_at: sampleTime(0) };
    expect(await store.getLearned(user_id)).toEqual({ revision: 0, learned: null });
    expect(await store.putLearned(user_id, learned, 0)).toBe(true);
    expect(await store.putLearned(user_id, { ...learned, learner: null }, 0)).toBe(false);
    expect(await store.getLearned(user_id)).toEqual({ revision: 1, learned });
    expect(await store.putLearned(user_id, { ...learned, learner: null }, 1)).toBe(true);
    expect((await store.getLearned(user_id)).learned).toEqual({ ...learned, learner: null });
  });

  it('learning: signals are changed mark by mark, listed by arrival, and deleted without any mark', async () => {
    const store = createLearningStore(table());
    const user_id = uniqueUser();
    const signal = (at: number) => ({
      user_id,
      article_id: sampleArticleId(at),
      created_at: sampleTime(at),
      title: `Title ${at}`,
      noted_at: sampleTime(9),
      vector,
      ttl,
    });
    for (const at of [1, 3, 2]) await store.noteSignal(signal(at), { opinion: 'up' });
    await store.noteSignal({ ...signal(3), vector: null }, { is_saved: true });
    expect(await store.getSignal(signal(3))).toEqual({
      ...signal(3),
      opinion: 'up',
      is_saved: true,
      is_read_through: false,
    });
    expect((await store.listSignals(user_id, 2)).map(({ created_at }) => created_at)).toEqual([
      sampleTime(3),
      sampleTime(2),
    ]);
    await store.noteSignal(signal(3), { opinion: null });
    expect((await store.getSignal(signal(3)))?.is_saved).toBe(true);
    await store.noteSignal(signal(3), { is_saved: false });
    await store.noteSignal(signal(5), { is_read_through: false });
    expect(await store.getSignal(signal(3))).toBeNull();
    expect(await store.listSignals(user_id, 10)).toHaveLength(2);
  });

  it('learning: the newest 200 passed articles are kept once each, and all is deleted at once', async () => {
    const store = createLearningStore(table());
    const user_id = uniqueUser();
    const ids = Array.from({ length: 250 }, (_, at) => sampleArticleId(at));
    await store.addPassed(user_id, ids.slice(0, 150), ttl);
    await Promise.all([
      store.addPassed(user_id, ids.slice(150, 200), ttl),
      store.addPassed(user_id, ids.slice(200), ttl),
    ]);
    await store.addPassed(user_id, [ids[60]!], ttl);
    const kept = await store.listPassed(user_id);
    expect(new Set(kept)).toEqual(new Set(ids.slice(50)));
    expect(kept).toHaveLength(200);
    expect(kept.at(-1)).toBe(ids[60]);
    await store.putLearned(user_id, { learner, learned_at: sampleTime(1), opened: 0, forgotten_at: null }, 0);
    await store.forgetSignals(user_id);
    expect(await store.listPassed(user_id)).toEqual([]);
    expect((await store.getLearned(user_id)).revision).toBe(1);
    await store.forget(user_id);
    expect(await store.getLearned(user_id)).toEqual({ revision: 0, learned: null });
  });
};
