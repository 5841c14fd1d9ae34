import { FUNCTION_WORDS } from '../../src/scoring/words/tokens.ts';

/*
 * BM25 as a search engine has it: a stemmer of English inflection, no stop words, pairs of characters for scripts
 * without spaces. It shares no word, stem or table with what it is compared with.
 */

/** The usual parameters (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009). */
const K1 = 1.2;
const B = 0.75;

const CJK = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30FC\u3005`;
const TOKEN = new RegExp(
  `(?<cjk>[${CJK}]+)|(?:(?![${CJK}])[\\p{L}\\p{N}\\p{M}])+(?:['\u2019](?:s|t)\\b)?`,
  'gu',
);
const POSSESSIVE = /['\u2019](?:s|t)$/iu;

/** Returns the stems of all words but those of grammar. A run without spaces gives each pair of neighbouring characters. */
const termsOf = (text: string): string[] =>
  Array.from(text.normalize('NFKC').matchAll(TOKEN)).flatMap(({ 0: token, groups }) => {
    if (groups?.['cjk'] === undefined) {
      const word = token.replace(POSSESSIVE, '').toLowerCase();
      return FUNCTION_WORDS.has(word) ? [] : [stem(word)];
    }
    return token.length < 2
      ? [token]
      : Array.from({ length: token.length - 1 }, (_, at) => token.slice(at, at + 2));
  });

/** The endings of words whose last s is not a plural. */
const KEEPS_S = /(ss|us|is|ous|news)$/;
const VOWEL = /[aeiouy]/;

/** Returns the stem of a word: plural, -ing and -ed are removed, as in step 1 of Porter's algorithm. */
const stem = (word: string): string => {
  if (word.length < 4) return word;
  const singular = cutPlural(word);
  const bare = cutVerbEnding(singular);
  return bare.length > 3 && bare.endsWith('e')
    ? bare.slice(0, -1)
    : bare.endsWith('y')
      ? `${bare.slice(0, -1)}i`
      : bare;
};

const cutPlural = (word: string): string => {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(sses|shes|ches|xes|zzes)$/.test(word)) return word.slice(0, -2);
  if (word.endsWith('s') && !KEEPS_S.test(word)) return word.slice(0, -1);
  return word;
};

const cutVerbEnding = (word: string): string => {
  const ending = word.endsWith('ing') ? 3 : word.endsWith('ed') ? 2 : 0;
  if (ending === 0) return word;
  const rest = word.slice(0, -ending);
  if (rest.length < 3 || !VOWEL.test(rest)) return word;
  const isDoubled = rest.at(-1) === rest.at(-2) && !/[lsz]$/.test(rest);
  return isDoubled ? rest.slice(0, -1) : rest;
};

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
