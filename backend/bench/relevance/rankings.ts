import type { EmbedRequest } from '../../src/model/score/embedder.ts';
import { referenceRequests } from '../../src/scoring/reference-texts.ts';
import { compare, type Comparable } from '../../src/model/score/similarity.ts';
import { byMoments, bySample } from '../../src/model/score/usual-cosines.ts';
import {
  cosineTo,
  denseValues,
  textHash,
  toStored,
  type StoredVector,
} from '../../src/model/score/vector.ts';
import { createEmbeddedEmbedder } from '../../src/scoring/embedders/embedded.ts';
import { loadWordTables } from '../../src/scoring/words/word-tables.ts';
import { createBm25 } from './bm25.ts';
import { keywordsOf, type RelevanceSet } from './sets.ts';

/** Rows of one value per article, by keyword. */
type Table = Map<string, Float64Array>;

export const RANKINGS = ['ours', 'bm25', 'plain_sum', 'dense_alone'] as const;
export type RankingName = (typeof RANKINGS)[number];
export type Rankings = Record<RankingName, Table>;

const embedder = createEmbeddedEmbedder();

export const embedAll = async (requests: EmbedRequest[]): Promise<StoredVector[]> =>
  (await embedder.embed(requests)).map((result, at) => {
    if (!result.ok) throw result.error;
    const request = requests[at];
    return toStored(result.embedding, embedder.model, request === undefined ? '' : textHash(request));
  });

export const keywordRequest = (title: string): EmbedRequest => ({ title, body: '', purpose: 'keyword' });
export const articleRequest = (title: string, body: string): EmbedRequest => ({
  title,
  body,
  purpose: 'article',
});

/** Returns keywords ready for comparison. */
export const comparablesOf = async (texts: string[]): Promise<Comparable[]> => {
  const usual = byMoments(loadWordTables().background());
  return (await embedAll(texts.map(keywordRequest))).map((vector) => ({ vector, usual: usual(vector) }));
};

/** The dense part of a vector, as a model behind an API would give it. A text without known words is unlike all others. */
const denseOnly = (vector: StoredVector): StoredVector => {
  const values = denseValues(vector);
  if (vector.scale === 0) values.fill(1);
  return toStored({ kind: 'dense', values }, 'dense', '');
};

/** Returns how each ranking values each article of a set for each of its keywords. */
export const rankingsOf = async (set: RelevanceSet): Promise<Rankings> => {
  const { articles } = set;
  const texts = keywordsOf(set);
  const vectors = await embedAll(articles.map(({ title, text }) => articleRequest(title, text)));
  const comparables = await comparablesOf(texts);
  const usual = bySample((await embedAll(referenceRequests)).map(denseOnly));
  const bm25 = createBm25(articles.map(({ title, text }) => `${title} ${text}`));
  const compared = vectors.map((vector) => compare(vector).wanted);
  const dense = vectors.map(denseOnly);
  const table = (valuesOf: (text: string, keyword: Comparable) => number[]): Table =>
    new Map(
      texts.flatMap((text, at) => {
        const keyword = comparables[at];
        return keyword === undefined ? [] : [[text, Float64Array.from(valuesOf(text, keyword))]];
      }),
    );
  return {
    ours: table((_, keyword) => compared.map((wanted) => wanted(keyword).similarity)),
    bm25: table((text) => bm25(text)),
    plain_sum: table((_, { vector }) => {
      const keyword = denseOnly(vector);
      return dense.map(cosineTo(keyword));
    }),
    dense_alone: table((_, { vector }) => {
      const keyword = { vector: denseOnly(vector), usual: usual(denseOnly(vector)) };
      return dense.map((article) => compare(article).wanted(keyword).similarity);
    }),
  };
};
