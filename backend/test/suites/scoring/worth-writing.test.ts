import fc from 'fast-check';
import { expect, it } from 'vitest';
import { partIds } from '../../../src/contract/index.ts';
import { placeOf } from '../../../src/model/ranking/place.ts';
import { scoreOf } from '../../../src/model/score/score.ts';
import { isWorthWriting } from '../../../src/scoring/entry-score.ts';
import { runs } from '../../harness/property-runs.ts';
import { sampleEntry } from '../../harness/samples/storage-samples.ts';

const keywordReason = (similarity_score: number) => ({
  keyword_id: 'aaaaaaaaaaaa',
  weight: 1,
  similarity_score,
});
const scoreWith = (listed: number, weak: number) => {
  const reasons = [keywordReason(listed), { keyword_id: partIds.weak, weight: weak, similarity_score: 1 }];
  return { importance_score: scoreOf(reasons), reasons, freshness_days: 0, keywords_version: 1 };
};
const part = fc.double({ min: 0, max: 1, noNaN: true });

it('a recalculation writes an unread entry only for another list of reasons or another place that is not near 0', () => {
  fc.assert(
    fc.property(part, part, part, fc.boolean(), (listed, weak, other, isRead) => {
      const before = scoreWith(listed, weak);
      const after = scoreWith(listed, other);
      const entry = sampleEntry({ ...before, is_read: isRead, is_saved: false });
      const isMoved =
        placeOf(before.importance_score, 1) !== placeOf(after.importance_score, 1) &&
        Math.max(before.importance_score, after.importance_score) >= 0.08;
      expect(isWorthWriting(entry, after, 1)).toBe(isMoved && !isRead);
    }),
    { numRuns: runs(300) },
  );
});

it('a recalculation writes any entry whose listed reasons change, that has no score yet, or ages otherwise', () => {
  const before = scoreWith(0.01, 0.01);
  const read = sampleEntry({ ...before, is_read: true, is_saved: false });
  expect(isWorthWriting(read, scoreWith(0.011, 0.01), 1)).toBe(true);
  expect(isWorthWriting(read, { ...before, freshness_days: 7 }, 1)).toBe(true);
  expect(isWorthWriting({ ...read, importance_score: null }, before, 1)).toBe(true);
  const saved = { ...read, is_saved: true };
  expect(isWorthWriting(saved, scoreWith(0.01, 0.5), 1)).toBe(true);
  expect(isWorthWriting(read, scoreWith(0.01, 0.5), 1)).toBe(false);
});
