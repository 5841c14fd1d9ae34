import { partIds, type Tier } from '../../contract/index.ts';
import { isFactor, type StoredTopReason } from '../score/score.ts';
import { tierOf } from './freshness.ts';

/** Checks whether only keywords raise the score that are not sure enough to be named. */
const isWeakAlone = (reasons: readonly StoredTopReason[]): boolean => {
  const raising = reasons.filter((reason) => reason.contribution > 0 && !isFactor(reason));
  return raising.length > 0 && raising.every(({ keyword_id }) => keyword_id === partIds.weak);
};

/**
 * Returns the tier in which a row is shown, by its place, its place without what was learned, and its largest reasons. What no reason is
 * named for is not called a must-read, whatever its score.
 */
export const shownTier = (place: number, unlearned: number, reasons: readonly StoredTopReason[]): Tier => {
  const tier = tierOf(place, unlearned);
  return tier === 'must_read' && isWeakAlone(reasons) ? 'worth_a_look' : tier;
};
