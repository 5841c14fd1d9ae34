import type { Word, WordsOf } from '../lexical/words.ts';

/** The words and phrases by which a keyword is looked for. */
export type KeywordTerms = {
  /** The words that say something about the subject, by their key, with how much each says; all words if none does. */
  weights: ReadonlyMap<string, number>;
  /** English words that its Japanese ones mean. */
  meanings: ReadonlySet<string>;
  /** The keys of all its words in their order. */
  phrase: readonly string[];
  /** True for a keyword in quotation marks: only the phrase itself counts. */
  isExact: boolean;
  words: readonly Word[];
};

const QUOTED = /^\s*["\u201C\u300C](?<phrase>.+)["\u201D\u300D]\s*$/su;
export const keywordTerms = (keyword: string, wordsOf: WordsOf): KeywordTerms => {
  const quoted = QUOTED.exec(keyword)?.groups?.['phrase'];
  const words = wordsOf(quoted ?? keyword);
  const telling = words.filter((word) => !word.is_grammar);
  const content = telling.length === 0 ? words : telling;
  return {
    weights: new Map(content.map(({ key, idf }) => [key, idf])),
    meanings: new Set(words.flatMap(({ english }) => english.map(({ key }) => key))),
    phrase: words.map(({ key }) => key),
    isExact: quoted !== undefined,
    words,
  };
};
