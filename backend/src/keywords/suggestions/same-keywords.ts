import type { KeywordAdvice } from '../../contract/index.ts';
import type { Keyword, KeywordVector } from '../../model/score/keyword.ts';
import { denseCosine } from '../../model/score/vector-codec.ts';
import type { WordsOf } from '../../scoring/lexical/words.ts';
import { keyOf } from './phrases.ts';

/** The cosine from which two keywords mean the same. Days of the week lie at 0.97, cars and vehicles at 0.8. */
const SAME_MEANING = 0.95;

/**
 * Returns pairs of keywords that are variants of one word, or mean the same. Of each pair, the one with the larger weight
 * is kept; of two alike the older one.
 */
export const sameKeywords = (
  keywords: readonly Keyword[],
  vectors: readonly KeywordVector[],
  wordsOf: WordsOf,
): KeywordAdvice['same'] => {
  const vectorOf = new Map(vectors.map(({ keyword_id, vector }) => [keyword_id, vector]));
  const kinds = keywords.map((keyword) => ({ keyword, key: keyOf(keyword.text, wordsOf) }));
  const gone = new Set<string>();
  const pairs: KeywordAdvice['same'] = [];
  for (const [at, one] of kinds.entries())
    for (const other of kinds.slice(at + 1)) {
      if (one.keyword.is_excluding !== other.keyword.is_excluding) continue;
      const [a, b] = [vectorOf.get(one.keyword.keyword_id), vectorOf.get(other.keyword.keyword_id)];
      const isVariant = one.key !== '' && one.key === other.key;
      const cosine = a === undefined || b === undefined ? null : denseCosine(a, b);
      if (!isVariant && (cosine === null || cosine < SAME_MEANING)) continue;
      const [drop, keep] =
        one.keyword.weight < other.keyword.weight
          ? [one.keyword, other.keyword]
          : [other.keyword, one.keyword];
      if (gone.has(drop.keyword_id) || gone.has(keep.keyword_id)) continue;
      gone.add(drop.keyword_id);
      pairs.push({ keep_id: keep.keyword_id, drop_id: drop.keyword_id, is_variant: isVariant });
    }
  return pairs;
};
