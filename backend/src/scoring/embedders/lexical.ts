import type { Embedder, Embedding } from '../../model/score/embedder.ts';
import { createFeatures, type Feature, type FeaturesOf } from '../lexical/features.ts';
import { hashOf } from '../lexical/hash.ts';
import { ARTICLE_TOKENS, limited } from '../../model/score/text-limit.ts';

/**
 * The name and version of the model. Raise it with every change that makes older vectors incomparable with newer ones.
 */
const MODEL = 'lexical-1';

/** The weight of a title word: it counts like this many in the body. */
const TITLE_COUNT = 2;

/** The mask for a hash space of 2^16. In a space of a few thousand, collisions would hide real matches. */
const INDEX_MASK = 0xffff;
const SIGN_BIT = 0x10000;

/**
 * Creates an embedder from hashed words, character n-grams and topics. It needs no model, network or corpus: the same
 * text has the same vector on every machine. It never fails. The vector of a text without a letter or digit resembles
 * nothing else.
 */
export const createLexicalEmbedder = (options: { articleTokens?: number } = {}): Embedder => {
  const limit = options.articleTokens ?? ARTICLE_TOKENS;
  const featuresOf = { article: createFeatures('article'), keyword: createFeatures('keyword') };
  return {
    model: limit === ARTICLE_TOKENS ? MODEL : `${MODEL}/${limit}`,
    embed: async (requests) =>
      requests.map((request) => {
        const { purpose, title, body } = limited(request, limit);
        return { ok: true, embedding: embedText(title, body, featuresOf[purpose]) };
      }),
  };
};

const embedText = (title: string, body: string, featuresOf: FeaturesOf): Embedding => {
  const rows = new Map<number, number>();
  const features: Feature[] = [];
  const counts: number[] = [];
  const add = (found: Feature[], times: number) => {
    for (const feature of found) {
      const row = rows.get(feature.hash);
      if (row === undefined) {
        rows.set(feature.hash, features.length);
        features.push(feature);
        counts.push(times);
      } else counts[row] = (counts[row] ?? 0) + times;
    }
  };
  add(featuresOf(title), TITLE_COUNT);
  add(featuresOf(body), 1);
  if (features.length === 0) add([{ hash: hashOf(`text ${title} ${body}`), weight: 1, is_topic: false }], 1);
  return toEmbedding(features, counts);
};

/** The sums of one embedding by index, all zero between two; a table is several times as fast as a map. */
const sums = new Float64Array(INDEX_MASK + 1);
const isUsed = new Uint8Array(INDEX_MASK + 1);

const toEmbedding = (features: Feature[], counts: number[]): Embedding => {
  const used: number[] = [];
  let row = 0;
  for (const { hash, weight, is_topic: isTopic } of features) {
    const index = hash & INDEX_MASK;
    const value = weight * frequency(counts[row] ?? 0, isTopic) * ((hash & SIGN_BIT) === 0 ? 1 : -1);
    if (isUsed[index] === 0) used.push(index);
    isUsed[index] = 1;
    sums[index] = (sums[index] ?? 0) + value;
    row += 1;
  }
  const indexes = new Uint32Array(used).sort();
  const values = new Float32Array(indexes.length);
  for (let at = 0; at < indexes.length; at += 1) {
    const index = indexes[at] ?? 0;
    values[at] = sums[index] ?? 0;
    sums[index] = 0;
    isUsed[index] = 0;
  }
  return { kind: 'sparse', indexes, values };
};

/**
 * Returns the term frequency factor. The tenth use of a word says little more than the second. A topic differs: one of
 * its words may be chance, and each different one is new evidence.
 */
const frequency = (count: number, isTopic: boolean) => (isTopic ? 0.7 * count ** 0.85 : 1 + Math.log(count));
