/** The number of places of a ranking that are judged. */
export const TOP = 10;

/** Returns the documents with a score, the highest first. */
export const byScore = (scores: readonly number[]): number[] =>
  [...scores.keys()]
    .filter((at) => (scores[at] ?? 0) > 0)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));

/** Returns the share of ten places that are right. One that is not filled is wrong. */
export const precision = (rights: readonly boolean[]): number => rights.filter(Boolean).length / TOP;

const gain = (rights: readonly boolean[]): number =>
  rights.reduce((sum, isRight, at) => sum + (isRight ? 1 / Math.log2(at + 2) : 0), 0);

/** Returns nDCG of ten places, if so many documents are right; 0 if none is. */
export const ndcg = (rights: readonly boolean[], known: number): number =>
  known === 0 ? 0 : gain(rights) / gain(Array.from({ length: Math.min(TOP, known) }, () => true));
