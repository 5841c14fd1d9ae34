import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partIds, type Tier } from '../../contract/index.ts';
import { learnedReasonOf } from '../../model/learning/learner.ts';
import { type ToldExample, trainLearner } from '../../model/learning/train.ts';
import {
  factorReasons,
  scoreOf,
  type StoredReason,
  topReasons,
  unlearnedScore,
} from '../../model/score/score.ts';
import { toStored } from '../../model/score/vector.ts';
import { runs } from '../../../test/harness/property-runs.ts';
import { shownScore } from './row-to-wire.ts';

const at = '2026-01-02T00:00:00.000Z';
const names = { now: new Date(at), freshness_days: 0, typical_weight: 1 };
const dates = { is_saved: false, published_at: at, created_at: at };
const rowOf = (...reasons: [string, number][]) => ({
  ...dates,
  importance_score: reasons.reduce((sum, [, contribution]) => sum + contribution, 0),
  unlearned_score: null,
  top_reasons: reasons.map(([keyword_id, contribution]) => ({ keyword_id, contribution })),
});
const tierFor = (...reasons: [string, number][]) => shownScore(rowOf(...reasons), names).tier;

it('an article is a must-read only if a reason for it is named', () => {
  expect(tierFor(['aaaaaaaaaaaa', 0.7])).toBe('must_read');
  expect(tierFor([partIds.weak, 0.7])).toBe('worth_a_look');
  expect(tierFor([partIds.weak, 0.7], [partIds.source, 0.3])).toBe('worth_a_look');
  expect(tierFor(['aaaaaaaaaaaa', 0.3], [partIds.weak, 0.4])).toBe('must_read');
  expect(tierFor([partIds.liked, 0.3], [partIds.weak, 0.4])).toBe('must_read');
  expect(tierFor([partIds.weak, 0.1])).toBe('rest');
});

describe('one more thing that is learned', () => {
  const TIERS: (Tier | null)[] = ['rest', 'worth_a_look', 'must_read'];
  const MODEL = 'm/4';
  const vector = fc
    .array(fc.integer({ min: -9, max: 9 }), { minLength: 4, maxLength: 4 })
    // No model gives a vector of zeros, and none is stored.
    .filter((values) => values.some((value) => value !== 0))
    .map((values) => toStored({ kind: 'dense', values: Float32Array.from(values) }, MODEL, ''));
  const told = fc.record({ vector, is_liked: fc.boolean(), weight: fc.constantFrom(0.4, 1) });
  const silent = fc.array(fc.record({ vector, is_passed: fc.boolean() }), { minLength: 5, maxLength: 12 });
  const weight = fc.double({ min: -0.5, max: 1.5, noNaN: true });
  const article = fc.record({
    byKeywords: fc.tuple(weight, weight).map(([named, weak]): StoredReason[] => [
      { keyword_id: 'aaaaaaaaaaaa', weight: named, similarity_score: 1 },
      { keyword_id: partIds.weak, weight: weak, similarity_score: 1 },
    ]),
    factors: fc.record({
      source: fc.double({ min: 0.5, max: 2, noNaN: true }),
      rule: fc.constantFrom(0, 0.5, 1, 4),
    }),
    age_days: fc.integer({ min: 0, max: 4 }),
  });
  type Article = typeof article extends fc.Arbitrary<infer T> ? T : never;

  const placeIn = ({ byKeywords, factors, age_days }: Article, learned: StoredReason | null): number => {
    const reasons = [...byKeywords, ...(learned === null ? [] : [learned]), ...factorReasons(factors)];
    const entry = {
      ...dates,
      importance_score: scoreOf(reasons),
      unlearned_score: unlearnedScore(reasons),
      top_reasons: topReasons(reasons, 3),
    };
    const now = new Date(Date.parse(at) + age_days * 86_400_000);
    return TIERS.indexOf(shownScore(entry, { ...names, now, freshness_days: 2 }).tier);
  };

  it('moves no article by more than one tier, after any history of thumbs', () =>
    fc.assert(
      fc.property(
        fc.array(told, { maxLength: 15 }),
        told,
        silent,
        article,
        fc.option(vector),
        (history, last, others, one, other) => {
          const placeAfter = (thumbs: ToldExample[]): number => {
            const learner = trainLearner(MODEL, thumbs, others, names.typical_weight);
            return placeIn(one, learner && learnedReasonOf(learner)(other ?? last.vector));
          };
          expect(Math.abs(placeAfter([...history, last]) - placeAfter(history))).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: runs(400) },
    ));

  it('moves none by more, whatever it is', () => {
    const learned = fc.double({ min: -5, max: 5, noNaN: true }).map((weight) => ({
      keyword_id: partIds.liked,
      weight,
      similarity_score: 1,
    }));
    fc.assert(
      fc.property(article, fc.option(learned), learned, (one, before, after) => {
        expect(Math.abs(placeIn(one, after) - placeIn(one, before))).toBeLessThanOrEqual(1);
      }),
      { numRuns: runs(1000) },
    );
  });
});
