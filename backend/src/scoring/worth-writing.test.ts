import fc from 'fast-check';
import { expect, it } from 'vitest';
import { atLeastMet, runs } from '../../test/harness/property-runs.ts';
import { sampleEntry } from '../../test/harness/samples/storage-samples.ts';
import { partIds } from '../contract/index.ts';
import type { Entry } from '../model/article/entry.ts';
import { placeOf, typicalWeight, shownTier } from '../model/ranking/place.ts';
import {
  contributionsOf,
  isName,
  scoreOf,
  type StoredReason,
  topReasons,
  unlearnedScore,
} from '../model/score/score.ts';
import { toStored } from '../model/score/vector.ts';
import { scoreFor } from './entry-score.ts';
import { isWorthWriting } from './worth-writing.ts';

const MODEL = 'm/4';
const vector = fc
  .array(fc.integer({ min: -9, max: 9 }), { minLength: 4, maxLength: 4 })
  .filter((values) => values.some((value) => value !== 0))
  .map((values) => toStored({ kind: 'dense', values: Float32Array.from(values) }, MODEL, ''));
const weight = fc.oneof(fc.constantFrom(0.5, 1, 1.02, 2), fc.double({ min: 0.01, max: 10, noNaN: true }));
const keyword = fc.record({
  vector,
  weight: fc.oneof(
    { arbitrary: weight, weight: 5 },
    weight.map((each) => -each),
  ),
});
const liked = fc.oneof({ arbitrary: fc.constant(null), weight: 3 }, fc.constantFrom(-0.3, 0.2, 0.21, 0.9));
/** Articles of a reader with some keywords, of which some are added, weighed anew and deleted. */
const anyCase = fc.record({
  articles: fc.array(
    fc.record({ vector, is_read: fc.boolean(), is_saved: fc.boolean(), before: liked, after: liked }),
    { minLength: 1, maxLength: 12 },
  ),
  keywords: fc.array(
    fc.record({ keyword, was: fc.boolean(), is: fc.boolean(), times: fc.constantFrom(1, 1, 1.01, 2) }),
    { minLength: 1, maxLength: 6 },
  ),
  source: fc.constantFrom(1, 1, 0.99, 0.5),
  age: fc.double({ min: 0, max: 1, noNaN: true }),
});

/** The places in which rows may stand in any order. */
const LAST_PLACES = 4;

type Row = Pick<Entry, 'importance_score' | 'reasons' | 'is_read' | 'is_saved'>;

const withLiked = (scored: ReturnType<typeof scoreFor>, part: number | null) => {
  if (part === null) return scored;
  const reasons: StoredReason[] = [
    ...scored.reasons.filter(({ keyword_id }) => keyword_id !== partIds.source),
    { keyword_id: partIds.liked, weight: part, similarity_score: 1 },
    ...scored.reasons.filter(({ keyword_id }) => keyword_id === partIds.source),
  ];
  return { ...scored, reasons, importance_score: scoreOf(reasons) };
};

const shownOf = ({ importance_score, reasons }: Row, typical: number, age = 1) => {
  const placeAt = (score: number) => placeOf(score * age, typical);
  const [score, unlearned] = [importance_score ?? 0, unlearnedScore(reasons) ?? importance_score ?? 0];
  return {
    place: Math.max(LAST_PLACES, placeAt(score)),
    tier: shownTier(placeAt(score), placeAt(unlearned), topReasons(reasons, 3)),
  };
};

const namedOf = ({ reasons }: Row): string[] =>
  reasons
    .filter(
      (reason) =>
        reason.keyword_id !== partIds.weak && reason.keyword_id !== partIds.source && !isName(reason),
    )
    .map(({ keyword_id }) => keyword_id);

it('a list shows the same after a recalculation as if all were written: places in their order, tiers, names', () => {
  const met = { left: 0, written: 0, moved: 0 };
  fc.assert(
    fc.property(anyCase, ({ articles, keywords, source, age }) => {
      const all = keywords.map(({ keyword: { vector: own, weight: each }, ...rest }, at) => ({
        ...rest,
        keyword_id: String(at).padStart(12, 'a'),
        vector: own,
        weight: each,
        usual: { mean: 0, deviation: 0.2 },
      }));
      const loaded = { version: 1, learned: null, freshness_days: 3 };
      const old = { ...loaded, keywords: all.filter(({ was }) => was) };
      const current = {
        ...loaded,
        version: 2,
        keywords: all.filter(({ is }) => is).map((one) => ({ ...one, weight: one.weight * one.times })),
      };
      const typical = typicalWeight(
        current.keywords.map((one) => ({
          weight: one.weight,
          is_active: true,
          is_excluding: one.weight < 0,
        })),
      );
      const active = new Set(current.keywords.map(({ keyword_id }) => keyword_id));
      const [recalculated, rewritten]: [Row[], Row[]] = [[], []];
      for (const { vector: own, before, after, ...state } of articles) {
        const entry = sampleEntry({
          ...state,
          ...withLiked(scoreFor(own, old, { source: 1, rule: 1 }), before),
        });
        const scored = withLiked(scoreFor(own, current, { source, rule: 1 }), after);
        const isWritten = isWorthWriting(entry, scored, typical, active);
        recalculated.push(isWritten ? { ...entry, ...scored } : entry);
        rewritten.push({ ...entry, ...scored });
        if (isWritten) met.written += 1;
        else met.left += 1;
        if (!isWritten && entry.importance_score !== scored.importance_score) met.moved += 1;
      }
      const inOrder = (rows: Row[]) =>
        rows
          .filter(({ is_read, is_saved }) => !is_read || is_saved)
          .toSorted((a, b) => (b.importance_score ?? 0) - (a.importance_score ?? 0))
          .map((row) => shownOf(row, typical).place);
      expect(inOrder(recalculated)).toEqual(inOrder(rewritten));
      for (const [at, row] of recalculated.entries()) {
        const other = rewritten[at]!;
        expect(shownOf(row, typical).tier).toBe(shownOf(other, typical).tier);
        expect(namedOf(row)).toEqual(namedOf(other));
        const sum = contributionsOf(row.reasons).reduce((total, one) => total + one, 0);
        expect(Math.abs(sum - row.importance_score!)).toBeLessThanOrEqual(1e-9);
        const [first] = row.reasons.filter(isName);
        expect(first === undefined || active.has(first.keyword_id)).toBe(true);
        if (row.is_read && !row.is_saved) continue;
        const apart = shownOf(row, typical, age).place - shownOf(other, typical, age).place;
        expect(Math.abs(apart)).toBeLessThanOrEqual(3);
      }
    }),
    { numRuns: runs(1000) },
  );
  expect(met.moved).toBeGreaterThanOrEqual(atLeastMet(100));
  expect(met.written).toBeGreaterThanOrEqual(atLeastMet(100));
});

it('writes a score of the highest places that is much higher than before, since it ages into other places than it would', () => {
  const scoredBy = (weakPart: number) => {
    const reasons = [{ keyword_id: partIds.weak, weight: weakPart, similarity_score: 1 }];
    return { importance_score: scoreOf(reasons), reasons, freshness_days: 3, keywords_version: 1 };
  };
  const isWritten = (is: number) =>
    isWorthWriting(sampleEntry({ ...scoredBy(4.1) }), scoredBy(is), 1, new Set());
  expect([4.1, 4.2, 5.8].map((score) => placeOf(score, 1))).toEqual([98, 98, 98]);
  expect([isWritten(4.2), isWritten(5.8)]).toEqual([false, true]);
});
