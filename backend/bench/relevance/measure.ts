import { ndcg, precision } from '../../test/harness/statistics/ranking.ts';
import { createRandom } from '../../test/harness/statistics/random.ts';
import { RANKINGS, type RankingName, type Rankings } from './rankings.ts';
import { readersOf } from './readers.ts';
import type { RelevanceSet } from './sets.ts';

export const FIGURES = ['ndcg20', 'p10', 'noisy_ndcg20', 'noisy_p10'] as const;
export type Figure = (typeof FIGURES)[number];

/** The figures of one reader, by ranking. */
type Row = { class: string; figures: Record<RankingName, Record<Figure, number>> };

/** A mean with the interval that holds 95 % of the means of resampled classes and readers. */
export type Estimate = { mean: number; low: number; high: number };

const RESAMPLES = 1_000;

/** Measures one ranking for each reader of a set, given its value of each article by keyword. */
export const measureRanking = (
  set: RelevanceSet,
  table: ReadonlyMap<string, Float64Array>,
): { class: string; figures: Record<Figure, number> }[] => {
  const sumFor = (keywords: { text: string; weight: number }[]): Float64Array => {
    const sums = new Float64Array(set.articles.length);
    for (const { text, weight } of keywords) {
      const values = table.get(text) ?? [];
      for (let at = 0; at < values.length; at += 1) sums[at] = (sums[at] ?? 0) + weight * (values[at] ?? 0);
    }
    return sums;
  };
  return readersOf(set).map((reader) => {
    const relevant = set.articles.map((article) => article.class === reader.class);
    const own = sumFor(reader.own);
    const noisy = sumFor([...reader.own, ...reader.noise]);
    const figures = {
      ndcg20: ndcg(own, relevant, 20),
      p10: precision(own, relevant, 10),
      noisy_ndcg20: ndcg(noisy, relevant, 20),
      noisy_p10: precision(noisy, relevant, 10),
    };
    return { class: reader.class, figures };
  });
};

/** Measures all rankings for each reader of a set. */
export const measureReaders = (set: RelevanceSet, rankings: Rankings): Row[] => {
  const [ours = [], ...others] = RANKINGS.map((name) => measureRanking(set, rankings[name]));
  return ours.map((row, at) => {
    const [bm25, plain_sum, dense_alone] = others.map((rows) => rows[at]?.figures);
    if (bm25 === undefined || plain_sum === undefined || dense_alone === undefined)
      throw new Error('a ranking is missing');
    return { class: row.class, figures: { ours: row.figures, bm25, plain_sum, dense_alone } };
  });
};

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Estimates the mean over the sets of `valueOf` a reader. Classes are resampled within each set, and readers within each class
 * drawn, the same ones for every `valueOf`, so that differences are paired.
 */
export const estimate = (sets: Row[][], valueOf: (row: Row) => number): Estimate => {
  const random = createRandom(1);
  const grouped = sets.map((rows) =>
    Array.from(Map.groupBy(rows, (row) => row.class).values(), (group) => group.map(valueOf)),
  );
  const resampled = Array.from({ length: RESAMPLES }, () =>
    mean(
      grouped.map((classes) =>
        mean(
          classes.map(() => {
            const values = classes[random.below(classes.length)] ?? [];
            return mean(values.map(() => values[random.below(values.length)] ?? missing()));
          }),
        ),
      ),
    ),
  ).sort((a, b) => a - b);
  const at = (share: number) => resampled[Math.round(share * (RESAMPLES - 1))] ?? 0;
  return { mean: mean(sets.map((rows) => mean(rows.map(valueOf)))), low: at(0.025), high: at(0.975) };
};

const missing = (): never => {
  throw new Error('a class has no reader');
};
