import { stem } from '../src/scoring/lexical/stem.ts';
import { tokenise } from '../src/scoring/lexical/tokens.ts';
import { wordWeight } from '../src/scoring/lexical/word-weights.ts';

/** The usual parameters (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009). */
const K1 = 1.2;
const B = 0.75;
const STOP_WORD = 0.1;

/**
 * Returns the stems of all words except stop words. A run without spaces gives each pair of neighbouring characters.
 */
const termsOf = (text: string): string[] =>
  tokenise(text).flatMap(({ kind, text: token }) => {
    if (kind !== 'cjk') return wordWeight(token) < STOP_WORD ? [] : [stem(token)];
    return token.length < 2
      ? [token]
      : Array.from({ length: token.length - 1 }, (_, at) => token.slice(at, at + 2));
  });

/**
 * Creates a function that gives each document its BM25 score for a query. Document frequencies are those of this set.
 */
export const createBm25 = (documents: string[]): ((query: string) => number[]) => {
  const counted = documents.map((text) => {
    const counts = new Map<string, number>();
    const terms = termsOf(text);
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    return { counts, length: terms.length };
  });
  const frequencies = new Map<string, number>();
  for (const { counts } of counted) {
    for (const term of counts.keys()) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  }
  const mean = counted.reduce((sum, { length }) => sum + length, 0) / counted.length;
  return (query) => {
    const terms = termsOf(query).map((term) => {
      const found = frequencies.get(term) ?? 0;
      return { term, idf: Math.log(1 + (counted.length - found + 0.5) / (found + 0.5)) };
    });
    return counted.map(({ counts, length }) =>
      terms.reduce((sum, { term, idf }) => {
        const count = counts.get(term) ?? 0;
        return sum + (idf * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / mean));
      }, 0),
    );
  };
};
