import { featuresOf, type Features } from '../../src/model/learning/learner.ts';
import { compare } from '../../src/model/score/similarity.ts';
import type { StoredVector } from '../../src/model/score/vector.ts';
import { articleRequest, comparablesOf, embedAll } from '../relevance/rankings.ts';
import { keywordsOf, type RelevanceSet } from '../relevance/sets.ts';

/** A set with what is computed once for all of its readers. */
export type EmbeddedSet = {
  name: string;
  pools: Record<string, string[]>;
  /** The class of each article. */
  classes: string[];
  model: string;
  features: Features[];
  /** The similarity of each keyword to each article. */
  similarities: Map<string, Float32Array>;
};

/** Creates a function that embeds sets. Two sets of the same articles have them embedded once. */
export const createEmbedSet = (): ((set: RelevanceSet) => Promise<EmbeddedSet>) => {
  const known = new Map<string, StoredVector[]>();
  return async ({ name, pools, articles }) => {
    const texts = JSON.stringify(articles);
    const vectors =
      known.get(texts) ?? (await embedAll(articles.map(({ title, text }) => articleRequest(title, text))));
    known.set(texts, vectors);
    const keywords = keywordsOf({ name, pools, articles });
    return {
      name,
      pools,
      classes: articles.map((article) => article.class),
      model: vectors[0]?.model ?? '',
      features: vectors.map(featuresOf),
      similarities: await similaritiesOf(keywords, vectors),
    };
  };
};

const similaritiesOf = async (
  texts: string[],
  vectors: StoredVector[],
): Promise<EmbeddedSet['similarities']> => {
  const keywords = await comparablesOf(texts);
  const rows = new Map(texts.map((text) => [text, new Float32Array(vectors.length)]));
  vectors.forEach((vector, article) => {
    const { wanted } = compare(vector);
    keywords.forEach((keyword, at) =>
      rows.get(texts[at] ?? '')?.fill(wanted(keyword).similarity, article, article + 1),
    );
  });
  return rows;
};
