import { functionOf, learnedReasonFor, quantised } from '../../src/model/learning/learner.ts';
import { trainOn } from '../../src/model/learning/train.ts';
import { contributionOf } from '../../src/model/score/score.ts';
import type { Random } from '../../test/harness/statistics/random.ts';
import { ndcg, precision } from '../../test/harness/statistics/ranking.ts';
import type { EmbeddedSet } from './embed-set.ts';

const DEPTH = 20;
/** Number of articles that were in the list without a word about them. */
const SILENT = 150;
const MEAN_WEIGHT = 1;

/** How many articles a reader saved: of the class that interests them, and of others. */
export type Case = { name: string; saved: number; strayed: number };

export const RANKINGS = ['keywords', 'mean_vector', 'learner'] as const;
export type Ranking = (typeof RANKINGS)[number];
export type Figures = { ndcg20: number; p10: number };

/** Draws a reader of a class, and measures each ranking of the articles about which the reader said nothing. */
export const measureReader = (
  set: EmbeddedSet,
  name: string,
  { saved: count, strayed }: Case,
  random: Random,
): Record<Ranking, Figures> => {
  const keywords = drawKeywords(set.pools, name, random);
  const all = set.classes.map((_, at) => at);
  const members = all.filter((at) => set.classes[at] === name);
  const foreign = all.filter((at) => set.classes[at] !== name);
  const saved = [...random.sample(members, count), ...random.sample(foreign, strayed)];
  const known = new Set(saved);
  const rest = all.filter((at) => !known.has(at));
  const silent = random.sample(rest, SILENT);
  const byKeywords = new Float64Array(all.length);
  for (const { text, weight } of keywords)
    set.similarities
      .get(text)
      ?.forEach((value, at) => (byKeywords[at] = (byKeywords[at] ?? 0) + weight * value));
  const typical = keywords.reduce((sum, { weight }) => sum + weight, 0) / keywords.length;
  const relevant = rest.map((at) => set.classes[at] === name);
  const figuresOf = (part: number[] | null): Figures => {
    const scores = rest.map((at) => Math.max(0, (byKeywords[at] ?? 0) + (part?.[at] ?? 0)));
    return { ndcg20: ndcg(scores, relevant, DEPTH), p10: precision(scores, relevant, 10) };
  };
  return {
    keywords: figuresOf(null),
    mean_vector: figuresOf(meanVectorPart(set, saved, silent)),
    learner: figuresOf(learnedPart(set, saved, silent, typical)),
  };
};

const drawKeywords = (pools: Record<string, string[]>, name: string, random: Random) => {
  const own = pools[name] ?? [];
  const count = Math.min(3 + random.below(8), own.length);
  const others = Object.entries(pools).flatMap(([other, texts]) => (other === name ? [] : texts));
  return [
    ...random.sample(own, count).map((text) => ({ text, weight: 0.5 + 2.5 * random.next() })),
    ...random.sample(others, 9).map((text) => ({ text, weight: 0.1 * (0.5 + 2.5 * random.next()) })),
  ];
};

/** Returns what the learner adds to the score of each article. */
const learnedPart = (
  { model, features }: EmbeddedSet,
  saved: number[],
  silent: number[],
  typical: number,
): number[] => {
  const learner = trainOn(
    model,
    saved.map((at) => ({ features: features[at]!, is_liked: true, weight: 1 })),
    silent.map((at) => ({ features: features[at]!, is_passed: false })),
    typical,
  );
  if (learner === null) throw new Error('nothing was learned');
  return features
    .map(learnedReasonFor(learner))
    .map((reason) => (reason === null ? 0 : contributionOf(reason)));
};

/** Returns the part of the mean vector of what was saved, on the same scale as the learner. */
const meanVectorPart = ({ features }: EmbeddedSet, saved: number[], silent: number[]): number[] => {
  const sums = new Map<number, number>();
  const dense = new Float32Array(features[0]?.dense.length ?? 0);
  for (const at of saved) {
    const one = features[at]!;
    one.dense.forEach((value, place) => (dense[place] = (dense[place] ?? 0) + value));
    one.indexes.forEach((index, place) => sums.set(index, (sums.get(index) ?? 0) + (one.values[place] ?? 0)));
  }
  const values = features.map(
    functionOf(
      quantised({ dense, indexes: Uint32Array.from(sums.keys()), values: Float32Array.from(sums.values()) }),
    ),
  );
  const usual = silent.map((at) => values[at] ?? 0).toSorted((a, b) => a - b);
  const floor = usual[Math.floor(0.75 * usual.length)] ?? 0;
  const top = Math.max(...saved.map((at) => values[at] ?? 0));
  return values.map((value) => MEAN_WEIGHT * Math.max(0, Math.min(1, (value - floor) / (top - floor || 1))));
};
