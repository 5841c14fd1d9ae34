import type { Word } from '../lexical/words.ts';
import type { KeywordTerms } from './keyword-terms.ts';

/** The words of a sentence that match a keyword, and the strength of the match, from 0. */
export type Match = { words: readonly Word[]; worth: number };

/** The strength of a translation, compared with the word itself. */
const TRANSLATED = 0.7;
/** The strength of the whole phrase, compared with its words apart from each other. */
const AS_PHRASE = 2;

/** Finds the words of a keyword in a sentence: the phrase as a whole if it is there, otherwise the single words. */
export const matchWords = (sentence: readonly Word[], keyword: KeywordTerms): Match => {
  const phrases = phrasesIn(sentence, keyword.phrase);
  if (phrases.length > 0) return { words: phrases, worth: AS_PHRASE * total(keyword) };
  if (keyword.isExact) return { words: [], worth: 0 };
  const found: Word[] = [];
  const worth = new Map<string, number>();
  for (const word of sentence) {
    const said = sameWord(word, keyword);
    if (said === null) continue;
    found.push(word);
    worth.set(said.key, Math.max(worth.get(said.key) ?? 0, said.worth));
  }
  return { words: found, worth: [...worth.values()].reduce((sum, one) => sum + one, 0) };
};

/** Returns which word of the keyword this is, or means, and what it is worth; null if none. */
const sameWord = (
  { key, english }: Word,
  { weights, meanings }: KeywordTerms,
): { key: string; worth: number } | null => {
  const weight = weights.get(key);
  if (weight !== undefined) return { key, worth: weight };
  for (const gloss of english) {
    const meant = weights.get(gloss.key);
    if (meant !== undefined) return { key: gloss.key, worth: TRANSLATED * meant };
    if (meanings.has(gloss.key)) return { key: gloss.key, worth: TRANSLATED * gloss.idf };
  }
  return meanings.has(key) ? { key, worth: TRANSLATED } : null;
};

/** Returns the words of every place where the phrase stands. */
const phrasesIn = (sentence: readonly Word[], phrase: readonly string[]): Word[] => {
  const found: Word[] = [];
  const [first] = phrase;
  sentence.forEach(({ key }, at) => {
    if (key !== first) return;
    const here = sentence.slice(at, at + phrase.length);
    if (here.length === phrase.length && here.every((word, index) => word.key === phrase[index]))
      found.push(...here);
  });
  return found;
};

const total = ({ weights }: KeywordTerms): number => [...weights.values()].reduce((sum, one) => sum + one, 0);
