/**
 * Ranking measures that do not depend on the order of the file. Articles with equal scores contribute the mean over all
 * their orders (McSherry and Najork, "Computing information retrieval performance measures efficiently in the presence
 * of tied scores", 2008).
 */

type Tie = { relevant: number; size: number };

/** Returns the articles by their scores, the highest first; those below `least` are left out. */
const tiesOf = (scores: ArrayLike<number>, relevant: readonly boolean[], least = -Infinity): Tie[] => {
  const byScore = new Map<number, Tie>();
  for (let at = 0; at < scores.length; at += 1) {
    const score = scores[at] ?? 0;
    if (score < least) continue;
    const tie = byScore.get(score) ?? { relevant: 0, size: 0 };
    tie.relevant += relevant[at] === true ? 1 : 0;
    tie.size += 1;
    byScore.set(score, tie);
  }
  return [...byScore].sort(([a], [b]) => b - a).map(([, tie]) => tie);
};

/** Returns the expected share of relevant articles at each of the first `depth` ranks. */
const expectedGains = (scores: ArrayLike<number>, relevant: readonly boolean[], depth: number): number[] =>
  tiesOf(scores, relevant, Float64Array.from(scores).sort().at(-depth))
    .flatMap((tie) => Array.from({ length: tie.size }, () => tie.relevant / tie.size))
    .slice(0, depth);

const discounted = (gains: readonly number[]) =>
  gains.reduce((sum, gain, rank) => sum + gain / Math.log2(rank + 2), 0);

export const ndcg = (scores: ArrayLike<number>, relevant: readonly boolean[], depth: number): number => {
  const total = relevant.filter(Boolean).length;
  return (
    discounted(expectedGains(scores, relevant, depth)) /
    discounted(Array.from({ length: Math.min(depth, total) }, () => 1))
  );
};

export const precision = (scores: ArrayLike<number>, relevant: readonly boolean[], depth: number): number =>
  expectedGains(scores, relevant, depth).reduce((sum, gain) => sum + gain, 0) / depth;

/** Returns the probability that a relevant article outranks an irrelevant one. A tie counts one half. */
export const auc = (scores: ArrayLike<number>, relevant: readonly boolean[]): number => {
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
