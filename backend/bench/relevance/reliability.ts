import type { Rankings } from './rankings.ts';
import { phraseIn } from './phrase-in.ts';
import type { RelevanceSet } from './sets.ts';

/** Pairs of a keyword and an article whose similarity lies in [from, to). Shares are of the weight, not of the number. */
export type Bin = { from: number; to: number; pairs: number; weight: number; said: number; observed: number };

const EDGES = [0, 1e-9, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.01];

/**
 * One article in so many is relevant to a keyword, for a reader of many feeds. The sets have 1 in 4 to 1 in 20, so their pairs are
 * weighted to this rate, and each set to the same sum.
 */
const BASE_RATE = 0.05;

/**
 * Compares similarities with the share of relevant pairs. A label stands for the subject of an article, which is narrower than
 * what a reader calls relevant: an article of another class whose title has the whole keyword is left out, neither relevant
 * nor not.
 */
export const reliabilityOf = (sets: { set: RelevanceSet; rankings: Rankings }[]): Bin[] => {
  const bins = EDGES.slice(1).map((to, at) => ({
    from: EDGES[at] ?? 0,
    to,
    pairs: 0,
    weight: 0,
    said: 0,
    hits: 0,
  }));
  for (const { set, rankings } of sets) {
    const pairs = pairsOf(set, rankings);
    const hits = pairs.filter(({ isRelevant }) => isRelevant).length;
    for (const { similarity, isRelevant } of pairs) {
      const weight = isRelevant ? BASE_RATE / hits : (1 - BASE_RATE) / (pairs.length - hits);
      const bin = bins.find(({ from, to }) => similarity >= from && similarity < to);
      if (bin === undefined) continue;
      bin.pairs += 1;
      bin.weight += weight;
      bin.said += weight * similarity;
      bin.hits += isRelevant ? weight : 0;
    }
  }
  return bins.map(({ from, to, pairs, weight, said, hits }) => ({
    from,
    to,
    pairs,
    weight,
    said: weight === 0 ? 0 : said / weight,
    observed: weight === 0 ? 0 : hits / weight,
  }));
};

const pairsOf = ({ pools, articles }: RelevanceSet, rankings: Rankings) =>
  Object.entries(pools).flatMap(([name, texts]) =>
    texts.flatMap((text) => {
      const isSaid = phraseIn(text);
      const row = rankings.ours.get(text) ?? [];
      return Array.from(row, (similarity, at) => {
        const article = articles[at];
        const isRelevant = article?.class === name;
        return { similarity, isRelevant, isUnclear: !isRelevant && isSaid(article?.title ?? '') };
      }).filter(({ isUnclear }) => !isUnclear);
    }),
  );

/** The mean distance of what is said from what is observed, over the pairs with a similarity above 0. */
export const calibrationError = (bins: Bin[]): number => {
  const listed = bins.slice(1);
  const total = listed.reduce((sum, { weight }) => sum + weight, 0);
  return listed.reduce((sum, bin) => sum + (bin.weight / total) * Math.abs(bin.said - bin.observed), 0);
};
