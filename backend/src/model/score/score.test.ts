import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeReasons, encodeReasons } from './reasons-codec.ts';
import {
  contributionOf,
  contributionsOf,
  scoreArticle,
  scoreOf,
  type ScoringKeyword,
  topReasons,
} from './score.ts';
import { toStored } from './vector-codec.ts';

const vector = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 8, maxLength: 8 })
  .filter((values) => values.some((v) => Math.abs(v) > 0.01))
  .map((values) => toStored({ kind: 'dense', values: Float32Array.from(values) }, 'm/8', ''));

const weight = fc.oneof(
  fc.integer({ min: 1, max: 100 }).map((tenths) => tenths / 10),
  fc.double({ min: 1e-6, max: 10, noNaN: true }),
);

const keywordWith = (weights: fc.Arbitrary<number>): fc.Arbitrary<ScoringKeyword> =>
  fc.record({
    keyword_id: fc.bigInt({ min: 0n, max: 2n ** 48n - 1n }).map((id) => id.toString(16).padStart(12, '0')),
    weight: weights,
    vector,
    calibration: fc.record({
      reference_set: fc.constant(1),
      floor: fc.double({ min: 0, max: 0.5, noNaN: true }),
      scale: fc.double({ min: 0.05, max: 0.5, noNaN: true }),
    }),
  });
const keyword = keywordWith(weight);
const mixed = fc.uniqueArray(
  keywordWith(
    fc.oneof(
      weight,
      weight.map((one) => -one),
    ),
  ),
  { maxLength: 50, selector: ({ keyword_id }) => keyword_id },
);
const keywords = fc.uniqueArray(keyword, { maxLength: 50, selector: ({ keyword_id }) => keyword_id });
const someKeywords = fc.uniqueArray(keyword, {
  minLength: 1,
  maxLength: 20,
  selector: ({ keyword_id }) => keyword_id,
});
const runs = { numRuns: 200 };

describe('scoreArticle', () => {
  it('property 20: the score is at least 0 and equals the sum of the contributions, stored ones too', () => {
    fc.assert(
      fc.property(vector, keywords, (article, active) => {
        const { importance_score: score, reasons } = scoreArticle(article, active);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(reasons.reduce((sum, reason) => sum + contributionOf(reason), 0)).toBe(score);
        expect(scoreOf(decodeReasons(encodeReasons(reasons)))).toBe(score);
      }),
      runs,
    );
  });

  it('property 20 with excluding keywords: the score is at least 0, and the shown reasons sum to it', () => {
    fc.assert(
      fc.property(vector, mixed, (article, active) => {
        const { importance_score: score, reasons } = scoreArticle(article, active);
        const shown = contributionsOf(reasons);
        const sum = shown.reduce((total, contribution) => total + contribution, 0);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(Math.abs(sum - score)).toBeLessThanOrEqual(1e-6);
        shown.forEach((contribution, at) => {
          const whole = contributionOf(reasons[at]!);
          expect(Math.sign(contribution) * Math.sign(whole)).toBeGreaterThanOrEqual(0);
          expect(Math.abs(contribution)).toBeLessThanOrEqual(Math.abs(whole) + 1e-12);
          // A contribution is reduced only if it is negative and the score is 0.
          expect(whole < 0 && score === 0 ? whole : contribution).toBe(whole);
        });
        expect(scoreOf(decodeReasons(encodeReasons(reasons)))).toBe(score);
      }),
      runs,
    );
  });

  it('property 21: a contribution is weight times similarity', () => {
    fc.assert(
      fc.property(vector, keyword, (article, active) => {
        const { importance_score: score, reasons } = scoreArticle(article, [active]);
        const [reason] = reasons;
        expect(reason!.similarity_score).toBeGreaterThanOrEqual(0);
        expect(reason!.similarity_score).toBeLessThanOrEqual(1);
        expect(score).toBe(reason!.weight * reason!.similarity_score);
        expect(Math.abs(reason!.weight - active.weight)).toBeLessThanOrEqual(active.weight * 1e-6);
      }),
      runs,
    );
  });

  it('property 22: there is a reason for every active keyword, in their order', () => {
    fc.assert(
      fc.property(vector, keywords, (article, active) => {
        const ids = scoreArticle(article, active).reasons.map(({ keyword_id }) => keyword_id);
        expect(ids).toEqual(active.map(({ keyword_id }) => keyword_id));
      }),
      runs,
    );
  });

  it('property 23: a changed weight changes only its own reason and, by the similarity, the score', () => {
    fc.assert(
      fc.property(vector, someKeywords, weight, fc.nat(), (article, active, changed, pick) => {
        const at = pick % active.length;
        const before = scoreArticle(article, active);
        const after = scoreArticle(
          article,
          active.map((one, index) => (index === at ? { ...one, weight: changed } : one)),
        );
        const [old, now] = [before.reasons[at]!, after.reasons[at]!];
        expect(now.similarity_score).toBe(old.similarity_score);
        const expected = before.importance_score + (now.weight - old.weight) * old.similarity_score;
        expect(Math.abs(after.importance_score - expected)).toBeLessThanOrEqual(1e-6);
        expect(after.reasons.toSpliced(at, 1)).toEqual(before.reasons.toSpliced(at, 1));
      }),
      runs,
    );
  });

  it('property 23: switching a keyword off and on again brings the old score back', () => {
    fc.assert(
      fc.property(vector, someKeywords, fc.nat(), (article, active, pick) => {
        const before = scoreArticle(article, active);
        const at = pick % active.length;
        const without = scoreArticle(article, active.toSpliced(at, 1));
        expect(without.importance_score).toBeLessThanOrEqual(before.importance_score + 1e-9);
        expect(scoreArticle(article, active)).toEqual(before);
      }),
      runs,
    );
  });

  it('is 0 without keywords, and refuses a keyword of another model', () => {
    fc.assert(
      fc.property(vector, keyword, (article, active) => {
        expect(scoreArticle(article, [])).toEqual({ importance_score: 0, reasons: [] });
        const foreign = { ...active, vector: { ...active.vector, model: 'other/8' } };
        expect(() => scoreArticle(article, [foreign])).toThrow(/other\/8/);
      }),
      { numRuns: 100 },
    );
  });
});

describe('topReasons', () => {
  const reason = (id: number, similarity: number) => ({
    keyword_id: id.toString(16).padStart(12, '0'),
    weight: 2,
    similarity_score: similarity,
  });
  it('are the largest contributions above 0, largest first, equal ones by keyword', () => {
    const all = [reason(4, 0.1), reason(3, 0.5), reason(2, 0.5), reason(1, 0), reason(5, 0.9)];
    expect(
      topReasons(all, 3).map(({ keyword_id, contribution }) => [
        Number.parseInt(keyword_id, 16),
        contribution,
      ]),
    ).toEqual([
      [5, 1.8],
      [2, 1],
      [3, 1],
    ]);
    expect(topReasons([reason(1, 0)], 3)).toEqual([]);
    const taking = { ...reason(6, 0.4), weight: -2 };
    expect(topReasons([taking, reason(5, 0.9), reason(4, 0.1)], 3).map((one) => one.contribution)).toEqual([
      1.8, 0.2, -0.8,
    ]);
  });
});
