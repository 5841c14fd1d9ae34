import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  SIMILARITY_STEPS,
  type ScoringKeyword,
  contributionOf,
  contributionsOf,
  decodeReasons,
  encodeReasons,
  factorIn,
  factorReasons,
  isName,
  scoreArticle,
  scoreOf,
  storedSimilarity,
  storedWeight,
  topReasons,
} from './score.ts';
import { partIds } from '../../contract/index.ts';
import { toStored } from './vector.ts';
import {
  knownVector,
  isListed,
  similarityOf,
  vectorNear,
  type KnownVector,
} from '../../../test/harness/known-vectors.ts';
import { runs } from '../../../test/harness/property-runs.ts';

const stored = (values: KnownVector) =>
  toStored({ kind: 'dense', values: Float32Array.from(values) }, 'm/8', '');

const weight = fc.oneof(
  fc.integer({ min: 1, max: 100 }).map((tenths) => tenths / 10),
  fc.double({ min: 1e-6, max: 10, noNaN: true }),
);
const anyWeight = fc.oneof(
  weight,
  weight.map((one) => -one),
);

type KnownKeyword = ScoringKeyword & { known: KnownVector };

const keywordNear = (article: KnownVector, weights: fc.Arbitrary<number>): fc.Arbitrary<KnownKeyword> =>
  fc
    .record({
      keyword_id: fc.bigInt({ min: 5n, max: 2n ** 48n - 1n }).map((id) => id.toString(16).padStart(12, '0')),
      weight: weights,
      known: fc.oneof(vectorNear(article), knownVector),
      usual: fc.record({
        mean: fc.double({ min: -0.2, max: 0.5, noNaN: true }),
        deviation: fc.double({ min: 0.05, max: 0.3, noNaN: true }),
      }),
    })
    .map((keyword) => ({ ...keyword, vector: stored(keyword.known) }));

/** An article and keywords, of which about half are near it. */
const scene = (weights: fc.Arbitrary<number>, minLength = 0) =>
  knownVector.chain((article) =>
    fc.record({
      article: fc.constant(article),
      keywords: fc.uniqueArray(keywordNear(article, weights), {
        minLength,
        maxLength: 20,
        selector: ({ keyword_id }) => keyword_id,
      }),
    }),
  );

/** The largest rounding error: half a step of a stored similarity, and the rounding of a weight to float32. */
const TOLERANCE = 0.5 / SIMILARITY_STEPS + 1e-6;

const similarityTo = (article: KnownVector, { known, usual }: KnownKeyword) =>
  similarityOf(known, article, usual);
/** Checks whether a keyword has a reason of its own, if it has any part. */
const isOwn = (article: KnownVector, { weight: given, known, usual }: KnownKeyword) =>
  given < 0 || isListed(known, article, usual);
/** Returns the sum of weight times similarity, computed from the whole numbers that the vectors were made of. */
const sumFor = (article: KnownVector, keywords: KnownKeyword[]) =>
  keywords.reduce((sum, keyword) => sum + keyword.weight * similarityTo(article, keyword), 0);
const toleranceFor = (keywords: KnownKeyword[]) =>
  keywords.reduce((sum, keyword) => sum + Math.abs(keyword.weight), 0) * TOLERANCE;
const often = { numRuns: runs(200) };

describe('scoreArticle', () => {
  it('property 20: the score is at least 0 and the sum of weight times similarity, stored reasons too', () => {
    fc.assert(
      fc.property(scene(anyWeight), ({ article, keywords }) => {
        const { importance_score: score, reasons } = scoreArticle(stored(article), keywords);
        expect(score).toBeGreaterThanOrEqual(0);
        const expected = Math.max(0, sumFor(article, keywords));
        expect(Math.abs(score - expected)).toBeLessThanOrEqual(toleranceFor(keywords));
        expect(scoreOf(decodeReasons(encodeReasons(reasons)))).toBe(score);
      }),
      often,
    );
  });

  it('property 20: without excluding keywords, the contributions sum to exactly the score', () => {
    fc.assert(
      fc.property(scene(weight), ({ article, keywords }) => {
        const { importance_score: score, reasons } = scoreArticle(stored(article), keywords);
        expect(reasons.reduce((sum, reason) => sum + contributionOf(reason), 0)).toBe(score);
        expect(contributionsOf(reasons).reduce((sum, one) => sum + one, 0)).toBe(score);
      }),
      often,
    );
  });

  it('property 20 with excluding keywords: the shown contributions sum to the score', () => {
    fc.assert(
      fc.property(scene(anyWeight), ({ article, keywords }) => {
        const { importance_score: score, reasons } = scoreArticle(stored(article), keywords);
        const shown = contributionsOf(reasons);
        const sum = shown.reduce((total, contribution) => total + contribution, 0);
        expect(Math.abs(sum - score)).toBeLessThanOrEqual(1e-6);
        shown.forEach((contribution, at) => {
          const whole = contributionOf(reasons[at]!);
          expect(Math.sign(contribution) * Math.sign(whole)).toBeGreaterThanOrEqual(0);
          expect(Math.abs(contribution)).toBeLessThanOrEqual(Math.abs(whole) + 1e-12);
          // A contribution is reduced only if it is negative and the score is 0.
          expect(whole < 0 && score === 0 ? whole : contribution).toBe(whole);
        });
      }),
      often,
    );
  });

  it('property 21: a contribution is weight times similarity', () => {
    fc.assert(
      fc.property(scene(anyWeight, 1), ({ article, keywords }) => {
        const { reasons } = scoreArticle(stored(article), keywords);
        for (const keyword of keywords.filter((one) => isOwn(article, one))) {
          const exact = keyword.weight * similarityTo(article, keyword);
          const reason = reasons.find(({ keyword_id }) => keyword_id === keyword.keyword_id);
          const contribution = reason === undefined ? 0 : contributionOf(reason);
          expect(Math.abs(contribution - exact)).toBeLessThanOrEqual(Math.abs(keyword.weight) * TOLERANCE);
        }
      }),
      often,
    );
  });

  it('property 22: every sure keyword has its reason, the others one together that names up to three, which survive storing', () => {
    fc.assert(
      fc.property(scene(anyWeight), ({ article, keywords }) => {
        const { reasons } = scoreArticle(stored(article), keywords);
        expect(decodeReasons(encodeReasons(reasons))).toEqual(reasons);
        const found = keywords.filter((one) => storedSimilarity(similarityTo(article, one)) > 0);
        const [own, others] = [true, false].map((is) => found.filter((one) => isOwn(article, one) === is));
        expect(reasons.slice(0, own!.length).map(({ keyword_id }) => keyword_id)).toEqual(
          own!.map(({ keyword_id }) => keyword_id),
        );
        own!.forEach((keyword, at) => {
          const reason = reasons[at]!;
          expect(Math.abs(reason.weight - keyword.weight)).toBeLessThanOrEqual(
            Math.abs(keyword.weight) * 1e-6,
          );
          expect(Math.abs(reason.similarity_score - similarityTo(article, keyword))).toBeLessThanOrEqual(
            TOLERANCE,
          );
        });
        const [weak, ...names] = reasons.slice(own!.length);
        expect(weak?.keyword_id).toBe(others!.length === 0 ? undefined : partIds.weak);
        const sum = sumFor(article, others!);
        expect(Math.abs((weak?.weight ?? 0) - sum)).toBeLessThanOrEqual(toleranceFor(others!) + 1e-6);
        expect(names).toHaveLength(Math.min(3, others!.length));
        for (const name of names) {
          expect(isName(name)).toBe(true);
          expect(others!.map(({ keyword_id }) => keyword_id)).toContain(name.keyword_id);
        }
      }),
      often,
    );
  });

  it('property 23: a changed weight changes only its own reason and, by the similarity, the score', () => {
    fc.assert(
      fc.property(scene(weight, 1), weight, fc.nat(), ({ article, keywords }, changed, pick) => {
        const at = pick % keywords.length;
        const reweighed = keywords.with(at, { ...keywords[at]!, weight: changed });
        const before = scoreArticle(stored(article), keywords);
        const after = scoreArticle(stored(article), reweighed);
        const gain = (changed - keywords[at]!.weight) * similarityTo(article, keywords[at]!);
        const error = after.importance_score - (before.importance_score + gain);
        expect(Math.abs(error)).toBeLessThanOrEqual((changed + keywords[at]!.weight) * TOLERANCE + 1e-4);
        const others = ({ reasons }: typeof before) =>
          reasons.filter(
            ({ keyword_id }) => keyword_id !== keywords[at]!.keyword_id && keyword_id !== partIds.weak,
          );
        expect(others(after).filter((one) => !isName(one))).toEqual(
          others(before).filter((one) => !isName(one)),
        );
      }),
      often,
    );
  });

  it('is 0 without keywords, and refuses a keyword of another model', () => {
    fc.assert(
      fc.property(scene(weight, 1), ({ article: values, keywords: [active] }) => {
        const article = stored(values);
        expect(scoreArticle(article, [])).toEqual({ importance_score: 0, reasons: [] });
        const foreign = { ...active!, vector: { ...active!.vector, model: 'other/8' } };
        expect(() => scoreArticle(article, [foreign])).toThrow(/other\/8/);
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('factors', () => {
  const reasons = fc.array(
    fc.record({
      keyword_id: fc.bigInt({ min: 5n, max: 2n ** 48n - 1n }).map((id) => id.toString(16).padStart(12, '0')),
      weight: anyWeight.map(storedWeight),
      similarity_score: fc.double({ min: 0, max: 1, noNaN: true }).map(storedSimilarity),
    }),
    { maxLength: 20 },
  );
  const factor = fc.oneof(fc.constantFrom(0, 0.5, 1, 2), fc.double({ min: 0, max: 4, noNaN: true }));
  const someFactors = fc.record({ source: factor, rule: factor });

  it('multiply the score, and with them the contributions still sum to the score', () => {
    fc.assert(
      fc.property(reasons, someFactors, fc.nat(20), (summands, factors, at) => {
        const all = summands.toSpliced(at, 0, ...factorReasons(factors));
        const expected = scoreOf(summands) * storedWeight(factors.source) * storedWeight(factors.rule);
        const error = 1e-9 * Math.max(1, expected);
        expect(Math.abs(scoreOf(all) - expected)).toBeLessThanOrEqual(error);
        const sum = contributionsOf(all).reduce((total, one) => total + one, 0);
        expect(Math.abs(sum - scoreOf(all))).toBeLessThanOrEqual(error);
        expect(scoreOf(all)).toBeGreaterThanOrEqual(0);
      }),
      often,
    );
  });

  it('are unchanged after storing, and a factor of 1 is not stored', () => {
    fc.assert(
      fc.property(reasons, someFactors, (summands, factors) => {
        const all = decodeReasons(encodeReasons([...summands, ...factorReasons(factors)]));
        expect(factorIn(all, 'source')).toBe(storedWeight(factors.source));
        expect(factorIn(all, 'rule')).toBe(storedWeight(factors.rule));
        expect(all.slice(summands.length).every(({ weight: stored }) => stored !== 1)).toBe(true);
      }),
      often,
    );
    expect(factorReasons({ source: 1, rule: 1 })).toEqual([]);
  });

  it('apply in their order, each to what is before it', () => {
    const keyword = { keyword_id: 'aaaaaaaaaaaa', weight: 2, similarity_score: 0.5 };
    expect(contributionsOf([...factorReasons({ source: 0.5, rule: 3 }), keyword])).toEqual([-0.5, 1, 1]);
    expect(contributionsOf([keyword, ...factorReasons({ source: 0.5, rule: 0 })])).toEqual([1, -0.5, -0.5]);
    expect(topReasons([keyword, ...factorReasons({ source: 0.5, rule: 1 })], 3)).toEqual([
      { keyword_id: 'aaaaaaaaaaaa', contribution: 1 },
      { keyword_id: '000000000001', contribution: -0.5 },
    ]);
  });
});

describe('topReasons', () => {
  const reason = (id: number, similarity: number) => ({
    keyword_id: id.toString(16).padStart(12, 'a'),
    weight: 2,
    similarity_score: similarity,
  });
  it('are the largest contributions above 0, largest first, equal ones by keyword', () => {
    const all = [reason(4, 0.1), reason(3, 0.5), reason(2, 0.5), reason(1, 0), reason(5, 0.9)];
    expect(
      topReasons(all, 3).map(({ keyword_id, contribution }) => [
        Number(keyword_id.replaceAll('a', '')),
        contribution,
      ]),
    ).toEqual([
      [5, 1.8],
      [2, 1],
      [3, 1],
    ]);
    expect(topReasons([reason(1, 0)], 3)).toEqual([]);
    const weak = { keyword_id: partIds.weak, weight: 0.3, similarity_score: 1 };
    expect(topReasons([reason(5, 0.9), weak, reason(2, 0), reason(1, 0)], 2).slice(1)).toEqual([
      { keyword_id: partIds.weak, contribution: 0.3 },
      { keyword_id: reason(2, 0).keyword_id, contribution: 0 },
    ]);
    expect(topReasons([reason(5, 0.9), weak, reason(2, 0)], 1)).toHaveLength(1);
    const taking = { ...reason(6, 0.4), weight: -2 };
    expect(topReasons([taking, reason(5, 0.9), reason(4, 0.1)], 3).map((one) => one.contribution)).toEqual([
      1.8, 0.2, -0.8,
    ]);
  });
});
