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
   * True if a row that is only worth a look is taken before a must-read only if nothing of its interest is taken yet, so
   * that a short selection leaves out no must-read for a second row of an interest.
   */
  keepsMustReads: boolean;
};

/**
 * Returns the first `count` rows of an order in which interests share the top. `rows` are in the order of their value.
 *
 * 1. Split each row that is at least worth a look by its keywords. Those of the rest follow in their order, so that
 *    balance never lifts what hardly matches anything above what does.
 * 2. Find the keywords that the same rows match: they are one interest.
 * 3. Take the row with the greatest value again and again, where the part of each keyword is multiplied by the
 *    similarity of its interest's best row, so that an interest that nothing matches well is not raised, and by
 *    1 / (1 + n)², where n is the sum of the similarities of the rows taken to its interest.
 *
 * So of two interests of equal weight neither fills the top. A list that one keyword explains keeps its order. The same
 * rows always give the same order.
 */
export const balanced = <T extends Weighed>(
  rows: readonly T[],
  count: number,
  { weightOf, keepsMustReads }: Balancing,
): T[] => {
  const candidates = split(rows.filter(isBalanced), weightOf);
  const alike = alikeIn(candidates);
  const best = bestSimilarities(candidates, alike);
  const explained = new Map<string, number>();
  const shown = new Set<string>();
  const worthOf = ({ row, parts }: Candidate<T>): number => {
    const worth = parts.map(
      ({ id, share }) => (share * (best.get(id) ?? 0)) / (1 + (explained.get(id) ?? 0)) ** DISCOUNT,
    );
    return row.value * worth.reduce((sum, one) => sum + one, 0);
  };
  const chosen: T[] = [];
  while (candidates.length > 0 && chosen.length < count) {
    const isHeld = keepsMustReads ? heldBack(candidates, shown) : () => false;
    const worths = candidates.map((candidate) => (isHeld(candidate) ? -1 : worthOf(candidate)));
    const at = worths.reduce((first, worth, other) => (worth > (worths[first] ?? 0) ? other : first), 0);
    for (const { row, parts } of candidates.splice(at, 1)) {
      chosen.push(row);
      for (const id of alike.get(mainOf(parts)) ?? []) shown.add(id);
      for (const [id, similarity] of explainedBy(parts, alike))
        explained.set(id, (explained.get(id) ?? 0) + similarity);
    }
  }
  return [...chosen, ...rows.filter((row) => !isBalanced(row))].slice(0, count);
};

const isBalanced = ({ tier, value }: Weighed): boolean => tier !== 'rest' && value > 0;

/** Returns the test that a row has to wait for the must-reads that are left, since its interest is shown. */
const heldBack = (
  candidates: readonly Candidate<Weighed>[],
  shown: ReadonlySet<string>,
): ((candidate: Candidate<Weighed>) => boolean) => {
  const isLeft = candidates.some(({ row }) => row.tier === 'must_read');
  return ({ row, parts }) => isLeft && row.tier !== 'must_read' && shown.has(mainOf(parts));
};

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

/** Returns, for each keyword, the greatest similarity of a row to it or to one that is alike. */
const bestSimilarities = (
  candidates: Candidate<Weighed>[],
  alike: ReadonlyMap<string, string[]>,
): ReadonlyMap<string, number> => {
  const own = new Map<string, number>();
  for (const { id, similarity } of candidates.flatMap(({ parts }) => parts))
    own.set(id, Math.max(similarity, own.get(id) ?? 0));
  return new Map(
    [...alike].map(([id, others]) => [id, Math.max(...others.map((other) => own.get(other) ?? 0))]),
  );
};

/** Returns by how much a row explains each keyword: its own by their similarity, those alike as much as them. */
const explainedBy = (parts: Part[], alike: ReadonlyMap<string, string[]>): ReadonlyMap<string, number> => {
  const explained = new Map<string, number>();
  for (const { id, similarity } of parts)
    for (const other of alike.get(id) ?? [])
      explained.set(other, Math.max(similarity, explained.get(other) ?? 0));
  return explained;
};
