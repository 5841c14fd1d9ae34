import { isFactor } from '../score/score.ts';

/** The fields of a row of a list that balancing needs. */
export type Weighed = {
  /** The score of the row with its age; 0 for nothing and for an unscored one. */
  value: number;
  top_reasons: { keyword_id: string; contribution: number }[];
};

/** The exponent by which an interest loses weight with each row that it explains: the square of their number. */
const DISCOUNT = 2;

/**
 * Returns the rows in an order in which interests share the top: the next row is the one with the greatest value, where
 * the part of each keyword is discounted by 1 / (1 + n)², if n rows before were due to it. So of two interests of equal
 * weight neither fills the top, and a row that several keywords explain counts for each by its share. Rows of value 0
 * and unscored ones follow in their order. The same rows always give the same order. The time grows with the square of
 * the number of rows: about a millisecond for 100.
 */
export const balanced = <T extends Weighed>(rows: readonly T[]): T[] => {
  const left = rows
    .filter(({ value }) => value > 0)
    .map((row) => ({ row, shares: sharesOf(row.top_reasons) }));
  const rest = rows.filter(({ value }) => !(value > 0));
  const explained = new Map<string, number>();
  const worthOf = ({ row, shares }: (typeof left)[number]): number =>
    row.value *
    shares.reduce((sum, { id, share }) => sum + share / (1 + (explained.get(id) ?? 0)) ** DISCOUNT, 0);
  const chosen: T[] = [];
  while (left.length > 0) {
    const worths = left.map(worthOf);
    const best = worths.reduce((at, worth, other) => (worth > (worths[at] ?? 0) ? other : at), 0);
    for (const { row, shares } of left.splice(best, 1)) {
      chosen.push(row);
      for (const { id, share } of shares) explained.set(id, (explained.get(id) ?? 0) + share);
    }
  }
  return [...chosen, ...rest];
};

/** Returns the share of each keyword in what raises a score. A row without such reasons has an interest of its own. */
const sharesOf = (reasons: Weighed['top_reasons']): { id: string; share: number }[] => {
  const raising = reasons.filter((reason) => reason.contribution > 0 && !isFactor(reason));
  const sum = raising.reduce((total, { contribution }) => total + contribution, 0);
  return raising.length === 0
    ? [{ id: '', share: 1 }]
    : raising.map(({ keyword_id, contribution }) => ({ id: keyword_id, share: contribution / sum }));
};
