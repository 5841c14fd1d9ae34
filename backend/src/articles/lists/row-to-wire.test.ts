import { expect, it } from 'vitest';
import { partIds } from '../../contract/index.ts';
import { shownScore } from './row-to-wire.ts';

const at = '2026-01-02T00:00:00.000Z';
const names = { now: new Date(at), freshness_days: 0, typical_weight: 1 };
const rowOf = (...reasons: [string, number][]) => ({
  importance_score: reasons.reduce((sum, [, contribution]) => sum + contribution, 0),
  is_saved: false,
  published_at: at,
  created_at: at,
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
