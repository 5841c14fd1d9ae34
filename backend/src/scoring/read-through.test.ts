import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Profile } from '../model/reader/profile.ts';
import type { Entry, EntryRow } from '../model/article/entry.ts';
import {
  createNoteReadThrough,
  createRefreshLikedProfile,
  type ReadThrough,
  type LikedProfile,
  type LikedProfileStore,
} from './liked-profile.ts';
import { toStored } from '../model/score/vector-codec.ts';
import type { StoredVector } from '../model/score/vector.ts';

const MODEL = 'm/4';
const NOW = new Date('2026-03-01T08:00:00.000Z');
const DAY = 86_400_000;

const vectorOf = (n: number): StoredVector =>
  toStored(
    { kind: 'dense', values: Float32Array.from([1, 2, 3, 4], (at) => Math.sin((n + 1) * at * 1.7)) },
    MODEL,
    '',
  );
const entry = (n: number) =>
  ({
    user_id: 'ann',
    article_id: String(n),
    created_at: new Date(NOW.getTime() - n * 7 * DAY).toISOString(),
  }) as Entry;

/** Creates a store in memory that keeps the guarantees of the real one. Each call takes a random time. */
const likedProfileStore = (turn: () => Promise<void>): LikedProfileStore => {
  let existing: { revision: number; profile: LikedProfile | null } = { revision: 0, profile: null };
  const read = new Map<string, ReadThrough>();
  return {
    get: () => turn().then(() => existing),
    put: async (_user, profile, after) => {
      await turn();
      if (existing.revision !== after) return false;
      existing = { revision: after + 1, profile };
      return true;
    },
    listReadThrough: async (_user, limit) => {
      await turn();
      return [...read.values()].toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1)).slice(0, limit);
    },
    putReadThrough: async (one) => {
      await turn();
      read.set(one.article_id, one);
    },
    removeReadThrough: async ({ article_id }) => {
      await turn();
      read.delete(article_id);
    },
    forget: async () => {
      await turn();
      read.clear();
      existing = { revision: 0, profile: null };
    },
  };
};

const readerWith = (saved: number[], turn: () => Promise<void> = async () => {}) => {
  const likedProfiles = likedProfileStore(turn);
  const profiles = { get: async () => ({ like_saved: true }) as Profile };
  const entryVectors = async (entries: Pick<Entry, 'article_id'>[]) => ({
    vectors: new Map(entries.map(({ article_id }) => [article_id, vectorOf(Number(article_id))])),
    failures: [],
  });
  const refreshLikedProfile = createRefreshLikedProfile({
    profiles,
    likedProfiles,
    entryVectors,
    entries: {
      list: async () => ({
        rows: saved.map(entry) as unknown as EntryRow[],
        has_more: false,
        ranked_of: null,
      }),
    },
    loadCalibrate: async () => () => ({ reference_set: 1, floor: 0.1, scale: 0.2 }),
    model: MODEL,
    now: () => NOW,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
  const note = createNoteReadThrough({ profiles, likedProfiles, entryVectors, refreshLikedProfile });
  return { note, likedProfileOf: async () => (await likedProfiles.get('ann')).profile?.vector ?? null };
};

const word = fc.record({ at: fc.nat({ max: 7 }), through: fc.boolean() });
const saved = fc.uniqueArray(fc.nat({ max: 7 }), { maxLength: 3 });

describe('articles that were read to the end', () => {
  it('have the same result in any order and with repetitions: the last call for each article wins', () =>
    fc.assert(
      fc.asyncProperty(saved, fc.array(word, { minLength: 1, maxLength: 20 }), async (kept, words) => {
        const spoken = readerWith(kept);
        for (const { at, through } of words) await spoken.note(entry(at), through);
        const last = new Map(words.map(({ at, through }) => [at, through]));
        const plain = readerWith(kept);
        for (const [at, through] of [...last].toSorted(([a], [b]) => b - a))
          await plain.note(entry(at), through);
        expect(await plain.likedProfileOf()).toEqual(await spoken.likedProfileOf());
      }),
      { numRuns: 200 },
    ));

  it('have the same result when calls overlap, with any timing', () =>
    fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.uniqueArray(word, { minLength: 2, maxLength: 3, selector: ({ at }) => at }),
        async (scheduler, words) => {
          let turn = async (): Promise<void> => {};
          const together = readerWith([], () => turn());
          for (const { at, through } of words) await together.note(entry(at), !through);
          turn = () => scheduler.schedule(Promise.resolve());
          await scheduler.waitFor(
            Promise.all(words.map(({ at, through }) => together.note(entry(at), through))),
          );
          turn = async () => {};
          const alone = readerWith([]);
          for (const { at, through } of words) await alone.note(entry(at), through);
          expect(await together.likedProfileOf()).toEqual(await alone.likedProfileOf());
        },
      ),
      { numRuns: 300 },
    ));
});
