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
  const totals = new Map<number, Feature & { count: number }>();
  const add = (text: string, times: number) => {
    for (const { hash, weight, is_topic } of featuresOf(text)) {
      const total = totals.get(hash);
      if (total === undefined) totals.set(hash, { hash, weight, is_topic, count: times });
      else total.count += times;
    }
  };
  add(title, TITLE_COUNT);
  add(body, 1);
  if (totals.size === 0) {
    const hash = hashOf(`text ${title} ${body}`);
    totals.set(hash, { hash, weight: 1, is_topic: false, count: 1 });
  }
  return toEmbedding(totals.values());
};

const toEmbedding = (totals: Iterable<Feature & { count: number }>): Embedding => {
  const buckets = new Map<number, number>();
  for (const { hash, weight, count, is_topic: isTopic } of totals) {
    const value = weight * frequency(count, isTopic) * ((hash & SIGN_BIT) === 0 ? 1 : -1);
    const index = hash & INDEX_MASK;
    buckets.set(index, (buckets.get(index) ?? 0) + value);
  }
  const indexes = Uint32Array.from(buckets.keys()).sort();
  return { kind: 'sparse', indexes, values: Float32Array.from(indexes, (index) => buckets.get(index) ?? 0) };
};

/**
 * Returns the term frequency factor. The tenth use of a word says little more than the second. A topic differs: one of
 * its words may be chance, and each different one is new evidence.
 */
const frequency = (count: number, isTopic: boolean) => (isTopic ? 0.7 * count ** 0.85 : 1 + Math.log(count));
