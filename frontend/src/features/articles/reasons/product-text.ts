import type { Reason } from '@omomi/backend/contract';
import { scoreText, weightText } from '../../../lib/format.ts';

const DIGITS = [2, 3, 4];
/** The contribution kept in the score differs from the product by more than rounding only if it was lowered. */
const LOWERED = 0.01;

/**
 * Returns the parts that a contribution is the product of, as "2 × 0.865 =": with as many digits of the similarity, from
 * two to four, as make the parts that are shown multiply to the contribution that is shown; with ≈ if four do not. Null if
 * the contribution is less than the product, since a score does not fall below 0.
 */
export const productText = ({
  weight,
  similarity_score,
  contribution,
}: Pick<Reason, 'weight' | 'similarity_score' | 'contribution'>): string | null => {
  if (Math.abs(weight * similarity_score - contribution) >= LOWERED) return null;
  const shownWeight = weightText(weight);
  const texts = DIGITS.map((digits) => similarity_score.toFixed(digits));
  const exact = texts.find(
    (similarity) => scoreText(Number(shownWeight) * Number(similarity)) === scoreText(contribution),
  );
  const similarity = exact ?? texts.at(-1) ?? '';
  return `${shownWeight.replace('-', '−')} × ${similarity} ${exact === undefined ? '≈' : '='}`;
};
