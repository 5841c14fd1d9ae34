/*
 * The rule of scrapinghub's article-extraction-benchmark: texts are compared by their 4-shingles, which are runs of four
 * tokens, as multisets. A token is a run of letters, digits and underscores; upper and lower case differ.
 */

const SHINGLE = 4;

export type PageScore = { precision: number; recall: number };

const shinglesOf = (text: string): Map<string, number> => {
  const tokens = text.match(/[\p{L}\p{N}_]+/gu) ?? [];
  const shingles = new Map<string, number>();
  const count = tokens.length === 0 ? 0 : Math.max(1, tokens.length - SHINGLE + 1);
  for (let index = 0; index < count; index += 1) {
    const shingle = tokens.slice(index, index + SHINGLE).join(' ');
    shingles.set(shingle, (shingles.get(shingle) ?? 0) + 1);
  }
  return shingles;
};

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);

/** Returns precision and recall of a page's predicted text, 0 to 1. Two empty texts agree. */
export const pageScore = (expected: string, predicted: string): PageScore => {
  const wanted = shinglesOf(expected);
  const got = shinglesOf(predicted);
  const right = sum([...got].map(([shingle, count]) => Math.min(count, wanted.get(shingle) ?? 0)));
  const [all, found] = [sum(wanted.values()), sum(got.values())];
  return {
    precision: found === 0 ? (all === 0 ? 1 : 0) : right / found,
    recall: all === 0 ? 1 : right / all,
  };
};

/** Returns the means of precision and recall over the pages, and their harmonic mean. */
export const f1Of = (scores: readonly PageScore[]): PageScore & { f1: number } => {
  const precision = sum(scores.map((score) => score.precision)) / scores.length;
  const recall = sum(scores.map((score) => score.recall)) / scores.length;
  return {
    precision,
    recall,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
  };
};
