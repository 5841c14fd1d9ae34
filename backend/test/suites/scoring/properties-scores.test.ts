import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Keyword, partIds } from '../../../src/contract/index.ts';
import { referenceRequests } from '../../../src/scoring/reference-texts.ts';
import { placeOf, typicalWeight } from '../../../src/model/ranking/place.ts';
import { bySample } from '../../../src/model/score/usual-cosines.ts';
import { toStored } from '../../../src/model/score/vector.ts';
import {
  isListed,
  knownEmbedder,
  knownVector,
  similarityOf,
  textOf,
  vectorNear,
  type KnownVector,
} from '../../harness/known-vectors.ts';
import { atLeastMet, runs } from '../../harness/property-runs.ts';
import { startWorld, type World } from '../../harness/property-world.ts';
import type { TestReader } from '../../harness/reader.ts';

/** Figures of the app on the reference texts. */
const reference = await knownEmbedder.embed(referenceRequests);
const usual = bySample(
  reference.flatMap((result) => (result.ok ? [toStored(result.embedding, knownEmbedder.model, '')] : [])),
);
const usualOf = (vector: KnownVector) =>
  usual(toStored({ kind: 'dense', values: Float32Array.from(vector) }, knownEmbedder.model, ''));

/** Similarities are stored in steps of 1/65,535. */
const STEP = 1 / 65_535;

const weight = fc.oneof(
  fc.integer({ min: 1, max: 100 }).map((tenths) => tenths / 10),
  fc.double({ min: 1e-3, max: 10, noNaN: true }),
);
const anyKeyword = (vector: fc.Arbitrary<KnownVector>) =>
  fc.record({
    vector,
    weight,
    is_active: fc.oneof({ arbitrary: fc.constant(true), weight: 4 }, fc.constant(false)),
    is_excluding: fc.oneof({ arbitrary: fc.constant(false), weight: 4 }, fc.constant(true)),
  });

/** A reader's keywords, articles near some of them, and the changes that the properties make. */
const anyCase = knownVector.chain((vector) =>
  fc.record({
    keywords: fc.uniqueArray(anyKeyword(fc.oneof(vectorNear(vector), knownVector)), {
      minLength: 1,
      maxLength: 5,
      selector: (keyword) => textOf(keyword.vector),
    }),
    articles: fc.array(fc.oneof(vectorNear(vector), knownVector), { minLength: 1, maxLength: 3 }),
    switched: fc.nat(),
    weighed: fc.tuple(fc.nat(), weight),
  }),
);

type KnownKeyword = Keyword & { vector: KnownVector; usual: { mean: number; deviation: number } };
type Case = {
  reader: TestReader;
  keywords: KnownKeyword[];
  /** The vectors of the articles by title. */
  articles: Map<string, KnownVector>;
  switched: number;
  weighed: [number, number];
};

let world: World;
let cases: Case[];
let sampled = '';
beforeAll(async () => {
  world = await startWorld({ embedder: knownEmbedder });
  const seed = Date.now() % 2 ** 31;
  sampled = `sampled with seed ${seed}`;
  cases = [];
  for (const { keywords, articles, ...changes } of fc.sample(anyCase, { numRuns: runs(100), seed })) {
    const reader = await world.newReader();
    await reader.api.call('updatePreferences', { body: { freshness_days: 0 } });
    const made: KnownKeyword[] = [];
    for (const { vector, ...rest } of keywords) {
      const added = await reader.api.call('addKeyword', { body: { text: textOf(vector), ...rest } });
      made.push({ ...added, vector, usual: usualOf(vector) });
    }
    // Drop the recalculations that new keywords queue: there are no articles to score yet.
    world.app.queues.jobs.length = 0;
    const titled = articles.map((vector, at): [string, KnownVector] => [`${at} ${textOf(vector)}`, vector]);
    await reader.follow(world.publish(titled.map(([title]) => ({ title }))).url);
    cases.push({ reader, keywords: made, articles: new Map(titled), ...changes });
  }
  await world.app.settle();
});
afterAll(() => world.close());

const each = async (check: (it: Case) => Promise<void>) => {
  for (const one of cases)
    await check(one).catch((error: unknown) => {
      throw new Error(`with ${one.keywords.length} keywords, ${sampled}`, { cause: error });
    });
};

/** Returns what every article of a reader must score, by the vectors that the test wrote into the texts. */
const expectedOf = ({ keywords, articles }: Case) =>
  new Map(
    [...articles].map(([title, vector]) => {
      const parts = keywords
        .filter(({ is_active }) => is_active)
        .map(({ keyword_id, text, is_excluding, ...keyword }) => {
          const similarity = similarityOf(keyword.vector, vector, keyword.usual);
          const weight = is_excluding ? -keyword.weight : keyword.weight;
          const isOwn = is_excluding || isListed(keyword.vector, vector, keyword.usual);
          return { keyword_id, text, similarity, weight, isOwn };
        });
      const sum = parts.reduce((total, part) => total + part.weight * part.similarity, 0);
      const tolerance = parts.reduce((total, part) => total + Math.abs(part.weight), 0) * STEP;
      return [title, { parts, sum, tolerance }];
    }),
  );

/** Returns each article as the API tells of it, with its reasons. */
const toldOf = async ({ reader }: Case) =>
  Promise.all(
    (await reader.list()).map(async ({ article_id, title, importance_score, top_reasons }) => ({
      title,
      top_reasons,
      score: importance_score!,
      reasons: await reader.reasons(article_id),
    })),
  );

/**
 * Checks whether a recalculation may leave one score for the other, if what is named stays the same: they are in one place, or both among
 * the last ones.
 */
const isOnePlace = (a: number, b: number, typical: number): boolean =>
  placeOf(a, typical) === placeOf(b, typical) || placeOf(Math.max(a, b), typical) <= 4;

/**
 * Checks every score of a reader against what the vectors say, and returns the articles. After a change of keywords only the place
 * need be right.
 */
const expectScores = async (one: Case, isChanged = false): Promise<Awaited<ReturnType<typeof toldOf>>> => {
  const typical = typicalWeight(one.keywords);
  const expected = expectedOf(one);
  const told = await toldOf(one);
  expect(told.map(({ title }) => title).toSorted()).toEqual([...expected.keys()].toSorted());
  for (const { title, score } of told) {
    const { sum, tolerance } = expected.get(title)!;
    const error = Math.abs(score - Math.max(0, sum));
    expect(error <= tolerance || (isChanged && isOnePlace(score, Math.max(0, sum), typical))).toBe(true);
  }
  return told;
};

describe('the score of an article', () => {
  it('property 20: is at least 0 and the sum of the contributions', async () => {
    let positive = 0;
    await each(async (one) => {
      for (const { score, reasons } of await expectScores(one)) {
        expect(score).toBeGreaterThanOrEqual(0);
        if (score > 0.1) positive += 1;
        const sum = reasons.reduce((total, { contribution }) => total + contribution, 0);
        expect(Math.abs(sum - score)).toBeLessThanOrEqual(1e-6);
      }
    });
    expect(positive).toBeGreaterThanOrEqual(atLeastMet(10));
  });

  it('property 21: a contribution is weight times similarity', async () => {
    await each(async (one) => {
      const expected = expectedOf(one);
      for (const { title, reasons } of await toldOf(one)) {
        const { parts, sum, tolerance } = expected.get(title)!;
        const weak = parts.filter((part) => !part.isOwn);
        const together = weak.reduce((total, part) => total + part.weight * part.similarity, 0);
        const toldWeak = reasons.find(({ keyword_id }) => keyword_id === partIds.weak)?.contribution ?? 0;
        expect(Math.abs(toldWeak - together)).toBeLessThanOrEqual(tolerance + 1e-6);
        for (const { keyword_id, weight: told, similarity_score, contribution } of reasons) {
          if (keyword_id === partIds.weak) continue;
          const part = parts.find((other) => other.keyword_id === keyword_id)!;
          expect(Math.abs(told - part.weight)).toBeLessThanOrEqual(Math.abs(part.weight) * 1e-6);
          const own = part.isOwn ? part.similarity : 0;
          expect(Math.abs(similarity_score - own)).toBeLessThanOrEqual(STEP);
          // If the sum is negative, the negative contributions are reduced until it is 0.
          if (sum < tolerance && part.weight < 0) continue;
          const exact = part.weight * own;
          expect(Math.abs(contribution - exact)).toBeLessThanOrEqual(Math.abs(part.weight) * STEP);
        }
      }
    });
  });

  it('property 22: has a reason for every active keyword and one for the weak ones together, the largest first, three of them in the list', async () => {
    await each(async (one) => {
      const expected = expectedOf(one);
      for (const { title, reasons, top_reasons } of await toldOf(one)) {
        const named = (some: { keyword_id: string; text: string }[]) =>
          some.map(({ keyword_id, text }) => `${keyword_id} ${text}`).toSorted();
        const listed = reasons
          .filter(({ kind }) => kind === 'keyword')
          .map(({ keyword_id, keyword_text }) => ({ keyword_id, text: keyword_text }));
        const weak = expected.get(title)!.parts.filter(({ isOwn }) => !isOwn);
        // A similarity between half a step and one step may be stored as 0 or as one step.
        const surelyWeak = weak.filter(({ similarity }) => similarity > STEP);
        const told = reasons.find(({ kind }) => kind === 'weak')?.keyword_texts ?? [];
        expect(told.length).toBeGreaterThanOrEqual(Math.min(3, surelyWeak.length));
        const maybeWeak = weak.filter(({ similarity }) => similarity > 0).map(({ text }) => text);
        for (const text of told) expect(maybeWeak).toContain(text);
        expect(named(listed)).toEqual(named(expected.get(title)!.parts));
        const contributions = reasons.map(({ contribution }) => contribution);
        expect(contributions).toEqual(contributions.toSorted((a, b) => b - a));
        // A row tells what it is weakly related to from a tenth of a full match on.
        const least = 0.1 * typicalWeight(one.keywords);
        const helping = reasons
          .filter(({ contribution }) => contribution > 0)
          .slice(0, 3)
          .filter(({ kind, contribution }) => kind !== 'weak' || contribution >= least);
        const shown = top_reasons.filter(({ contribution }) => contribution > 0);
        expect(shown).toHaveLength(helping.length);
        const shownWeak = shown.filter(({ kind }) => kind === 'weak').map(({ keyword_text }) => keyword_text);
        expect(shownWeak).toEqual(shownWeak.length === 0 ? [] : told.slice(0, 1));
        for (const [at, { keyword_id, contribution }] of shown.entries()) {
          expect(contribution).toBeCloseTo(helping[at]!.contribution, 5);
          const own = reasons.find((reason) => reason.keyword_id === keyword_id);
          expect(contribution).toBeCloseTo(own!.contribution, 5);
        }
      }
    });
  });

  const update = async (
    { reader }: Case,
    { keyword_id }: Keyword,
    body: { weight?: number; is_active?: boolean },
  ) => {
    await reader.api.call('updateKeyword', { params: { keyword_id }, body });
    await world.app.settle();
  };

  it('property 18: does not count a keyword while it is switched off, and counts it as before afterwards', async () => {
    let changed = 0;
    await each(async (one) => {
      const active = one.keywords.filter(({ is_active }) => is_active);
      const keyword = active[one.switched % active.length];
      if (keyword === undefined) return;
      const before = await toldOf(one);
      await update(one, keyword, { is_active: false });
      keyword.is_active = false;
      const off = await expectScores(one, true);
      for (const { reasons } of off)
        expect(reasons.map(({ keyword_id }) => keyword_id)).not.toContain(keyword.keyword_id);
      if (off.some(({ score }, at) => Math.abs(score - before[at]!.score) > 0.05)) changed += 1;
      await update(one, keyword, { is_active: true });
      keyword.is_active = true;
      const own = (articles: typeof before) =>
        articles.map(({ title, reasons }) => [
          title,
          reasons
            .filter(({ similarity_score: s }) => s > 0 && s < 1)
            .map(({ keyword_id, weight, similarity_score }) => ({ keyword_id, weight, similarity_score }))
            .toSorted((a, b) => (a.keyword_id < b.keyword_id ? -1 : 1)),
        ]);
      expect(Object.fromEntries(own(await expectScores(one, true)))).toEqual(Object.fromEntries(own(before)));
    });
    expect(changed).toBeGreaterThanOrEqual(atLeastMet(3));
  });

  it('property 23: follows a changed weight, and so does the reason of that keyword alone', async () => {
    let changed = 0;
    await each(async (one) => {
      const [at, weighed] = one.weighed;
      const keyword = one.keywords[at % one.keywords.length]!;
      const before = await toldOf(one);
      await update(one, keyword, { weight: weighed });
      keyword.weight = weighed;
      const after = await expectScores(one, true);
      const similarities = (articles: typeof before) =>
        articles.map(
          ({ reasons }) =>
            new Map(
              reasons
                .filter(({ kind }) => kind === 'keyword')
                .map(({ keyword_id, similarity_score }) => [keyword_id, similarity_score]),
            ),
        );
      expect(similarities(after)).toEqual(similarities(before));
      if (after.some(({ score }, row) => Math.abs(score - before[row]!.score) > 0.05)) changed += 1;
    });
    expect(changed).toBeGreaterThanOrEqual(atLeastMet(3));
  });
});
