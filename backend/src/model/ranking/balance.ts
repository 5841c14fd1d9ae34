import { partIds, type Tier } from '../../contract/index.ts';
import { isFactor } from '../score/score.ts';

/** The fields of a row of a list that balancing needs. */
export type Weighed = {
  /** The score of the row with its age; 0 for nothing and for an unscored one. */
  value: number;
  /** The tier of that score. */
  tier: Tier;
  top_reasons: { keyword_id: string; contribution: number }[];
};

/** The exponent by which an interest loses weight with what it explains: the square of it. */
const DISCOUNT = 2;
/**
 * The cosine of two keywords' similarities over the rows from which they count as one interest. On the sets of
 * `bench:balance` nine in ten pairs of keywords of different classes are below it.
 */
const ALIKE = 0.1;

/** A keyword's part in a row: its share of what raises the score, and how surely the row matches it, from 0 to 1. */
type Part = { id: string; share: number; similarity: number };
const NO_PART: Part = { id: '', share: 0, similarity: 0 };
type Candidate<T> = { row: T; parts: Part[] };

export type Balancing = {
  /** Returns the weight of a keyword; undefined for one that is gone. */
  weightOf: (keywordId: string) => number | undefined;
  /**
   * True if a short selection takes one row that is only worth a look of an interest of which nothing is taken yet, though there
   * are must-reads left; it leaves out no must-read for a second one. They stand after the must-reads.
   */
  keepsMustReads: boolean;
};

/**
 * Returns the first `count` rows of an order in which interests share the top of each tier. `rows` are in the order of their
 * value.
 *
 * 1. Split each row that is at least worth a look by its keywords. Those of the rest follow in their order.
 * 2. Find the keywords that the same rows match: they are one interest.
 * 3. Take the row of the best tier with the greatest value again and again, where the part of each keyword is multiplied by
 *    1 / (1 + n)², where n is the number of rows taken that are about its interest, by their shares.
 *
 * So of two interests neither fills the top, and no row stands above one of a better tier. A list that one keyword explains
 * keeps its order. The same rows always give the same order.
 */
export const balanced = <T extends Weighed>(
  rows: readonly T[],
  count: number,
  { weightOf, keepsMustReads }: Balancing,
): T[] => {
  const candidates = split(rows.filter(isBalanced), weightOf);
  const alike = alikeIn(candidates);
  const taken = new Map<string, number>();
  const worthOf = ({ row, parts }: Candidate<T>): number =>
    row.value * parts.reduce((sum, { id, share }) => sum + share / (1 + (taken.get(id) ?? 0)) ** DISCOUNT, 0);
  const chosen: T[] = [];
  while (candidates.length > 0 && chosen.length < count) {
    const isLeft = candidates.some(({ row }) => row.tier === 'must_read');
    const waits = ({ row, parts }: Candidate<T>): boolean =>
      isLeft && row.tier !== 'must_read' && (!keepsMustReads || taken.has(mainOf(parts)));
    const worths = candidates.map((candidate) => (waits(candidate) ? -1 : worthOf(candidate)));
    const at = worths.reduce((first, worth, other) => (worth > (worths[first] ?? 0) ? other : first), 0);
    for (const { row, parts } of candidates.splice(at, 1)) {
      chosen.push(row);
      for (const { id, share } of parts)
        for (const other of alike.get(id) ?? []) taken.set(other, (taken.get(other) ?? 0) + share);
    }
  }
  const [first, second] = (['must_read', 'worth_a_look'] as const).map((tier) =>
    chosen.filter((row) => row.tier === tier),
  );
  return [...(first ?? []), ...(second ?? []), ...rows.filter((row) => !isBalanced(row))].slice(0, count);
};

const isBalanced = ({ tier, value }: Weighed): boolean => tier !== 'rest' && value > 0;

/** Returns the keyword with the largest share of a row. */
const mainOf = (parts: readonly Part[]): string =>
  parts.reduce((main, part) => (part.share > main.share ? part : main), NO_PART).id;

/** Step 1. A keyword without a known weight is compared with its largest contribution. */
const split = <T extends Weighed>(
  rows: readonly T[],
  weightOf: (keywordId: string) => number | undefined,
): Candidate<T>[] => {
  const raising = rows.map((row) => ({ row, reasons: raisingOf(row) }));
  const largest = new Map<string, number>();
  for (const { keyword_id, contribution } of raising.flatMap(({ reasons }) => reasons))
    largest.set(keyword_id, Math.max(contribution, largest.get(keyword_id) ?? 0));
  const fullOf = (id: string): number => weightOf(id) ?? largest.get(id) ?? 1;
  return raising.map(({ row, reasons }) => {
    const sum = reasons.reduce((total, { contribution }) => total + contribution, 0);
    const parts = reasons.map(({ keyword_id: id, contribution }) => ({
      id,
      share: contribution / sum,
      similarity: Math.min(1, contribution / fullOf(id)),
    }));
    return { row, parts };
  });
};

/** Returns the reasons that raise a score and name an interest. Rows without any are one interest together. */
const raisingOf = ({ top_reasons: reasons }: Weighed): Weighed['top_reasons'] => {
  const raising = reasons.filter(
    (reason) => reason.contribution > 0 && reason.keyword_id !== partIds.weak && !isFactor(reason),
  );
  return raising.length === 0 ? [{ keyword_id: '', contribution: 1 }] : raising;
};

/**
 * Step 2: returns, for each keyword, those alike and itself. What the reader likes is like no keyword, since it is in
 * rows of all of them.
 */
const alikeIn = (candidates: Candidate<Weighed>[]): ReadonlyMap<string, string[]> => {
  const products = new Map<string, Map<string, number>>();
  for (const { parts } of candidates)
    for (const one of parts) {
      const ofOne = products.get(one.id) ?? new Map<string, number>();
      products.set(one.id, ofOne);
      for (const { id, similarity } of parts)
        ofOne.set(id, (ofOne.get(id) ?? 0) + one.similarity * similarity);
    }
  const squaresOf = (id: string): number => products.get(id)?.get(id) ?? 0;
  const isAlike = (one: string, other: string, product: number): boolean =>
    one === other ||
    (one !== partIds.liked &&
      other !== partIds.liked &&
      product >= ALIKE * Math.sqrt(squaresOf(one) * squaresOf(other)));
  return new Map(
    [...products].map(([one, ofOne]) => [
      one,
      [...ofOne].flatMap(([other, product]) => (isAlike(one, other, product) ? [other] : [])),
    ]),
  );
};
