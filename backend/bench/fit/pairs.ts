import { evidenceIn, INPUTS, inputsOf, similarityBy } from '../../src/model/score/similarity.ts';
import { type Background, byMoments } from '../../src/model/score/usual-cosines.ts';
import { articleRequest, embedAll, keywordRequest } from '../relevance/rankings.ts';
import { keywordsOf, type RelevanceSet } from '../relevance/sets.ts';
import type { Examples } from './regression.ts';

/** The inputs of the formula for every keyword and article of a set: keyword by keyword, article by article. */
export type Pairs = { set: RelevanceSet; texts: string[]; inputs: Float64Array };

/** One article in so many is relevant to a keyword, for a reader of many feeds. */
const BASE_RATE = 0.05;

export const pairsOf = async (set: RelevanceSet, background: Background): Promise<Pairs> => {
  const texts = keywordsOf(set);
  const usual = byMoments(background);
  const keywords = (await embedAll(texts.map(keywordRequest))).map((vector) => ({
    vector,
    usual: usual(vector),
  }));
  const articles = await embedAll(set.articles.map(({ title, text }) => articleRequest(title, text)));
  const inputs = new Float64Array(texts.length * articles.length * INPUTS.length);
  articles.forEach((article, row) => {
    const evidenceFor = evidenceIn(article);
    keywords.forEach((keyword, at) =>
      inputs.set(inputsOf(evidenceFor(keyword)), (at * articles.length + row) * INPUTS.length),
    );
  });
  return { set, texts, inputs };
};

/**
 * Returns the pairs as examples whose weights sum to `share`: those of each class and its own keywords are relevant, those of its
 * keywords and other classes are not, and both are weighted to the base rate.
 */
export const examplesOf = ({ set, texts, inputs }: Pairs, share: number): Examples => {
  const { articles, pools } = set;
  const size = INPUTS.length;
  const owned = Object.entries(pools).flatMap(([name, pool]) =>
    pool.map((text) => ({ name, at: texts.indexOf(text) })),
  );
  const labels = Uint8Array.from(
    owned.flatMap(({ name }) => articles.map((article) => (article.class === name ? 1 : 0))),
  );
  const relevant = labels.reduce((sum, label) => sum + label, 0);
  const rows = new Float64Array(labels.length * size);
  owned.forEach(({ at }, place) => {
    const start = at * articles.length * size;
    rows.set(inputs.subarray(start, start + articles.length * size), place * articles.length * size);
  });
  const weightOf = (label: number): number =>
    label === 1 ? BASE_RATE / relevant : (1 - BASE_RATE) / (labels.length - relevant);
  return { inputs: rows, labels, weights: Float64Array.from(labels, (label) => share * weightOf(label)) };
};

/** Returns the similarities by the formula with these weights, for each keyword. */
export const tableOf = ({ set, texts, inputs }: Pairs, weights: number[]): Map<string, Float64Array> => {
  const size = INPUTS.length;
  const count = set.articles.length;
  const valueAt = (pair: number): number =>
    similarityBy(weights, inputs.subarray(pair * size, (pair + 1) * size));
  return new Map(
    texts.map((text, at) => [
      text,
      Float64Array.from({ length: count }, (_, row) => valueAt(at * count + row)),
    ]),
  );
};
