/**
 * Ranking measures that do not depend on the order of the file. Articles with equal scores contribute the mean over all
 * their orders (McSherry and Najork, "Computing information retrieval performance measures efficiently in the presence
 * of tied scores", 2008).
 */

type Tie = { relevant: number; size: number };

const tiesOf = (scores: number[], relevant: boolean[]): Tie[] => {
  const byScore = new Map<number, Tie>();
  scores.forEach((score, at) => {
    const tie = byScore.get(score) ?? { relevant: 0, size: 0 };
    byScore.set(score, { relevant: tie.relevant + (relevant[at] ? 1 : 0), size: tie.size + 1 });
  });
  return [...byScore].sort(([a], [b]) => b - a).map(([, tie]) => tie);
};

/** Returns the expected share of relevant articles at each of the first `depth` ranks. */
const expectedGains = (scores: number[], relevant: boolean[], depth: number): number[] =>
  tiesOf(scores, relevant)
    .flatMap((tie) => Array.from({ length: tie.size }, () => tie.relevant / tie.size))
    .slice(0, depth);

const discounted = (gains: number[]) =>
  gains.reduce((sum, gain, rank) => sum + gain / Math.log2(rank + 2), 0);

export const ndcg = (scores: number[], relevant: boolean[], depth: number): number => {
  const total = relevant.filter(Boolean).length;
  return (
    discounted(expectedGains(scores, relevant, depth)) /
    discounted(Array.from({ length: Math.min(depth, total) }, () => 1))
  );
};

export const precision = (scores: number[], relevant: boolean[], depth: number): number =>
  expectedGains(scores, relevant, depth).reduce((sum, gain) => sum + gain, 0) / depth;

/** Returns the probability that a relevant article outranks an irrelevant one. A tie counts one half. */
export const auc = (scores: number[], relevant: boolean[]): number => {
  const positives = relevant.filter(Boolean).length;
  const negatives = relevant.length - positives;
  let below = negatives;
  let wins = 0;
  for (const tie of tiesOf(scores, relevant)) {
    const others = tie.size - tie.relevant;
    below -= others;
    wins += tie.relevant * (below + others / 2);
  }
  return wins / (positives * negatives);
};
