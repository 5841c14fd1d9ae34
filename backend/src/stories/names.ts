import type { Word } from '../scoring/lexical/words.ts';

/** The share of words in lower case of a sentence, from which capitals in it mean something. */
const LOWER_SHARE = 0.4;
type Part = { text: string; words: readonly Word[] };

/**
 * Returns the keys of the words of a text that are names: those that have a capital letter within a sentence that is
 * mostly in lower case, and are nowhere in lower case. Not for German, which writes all nouns with capitals.
 */
export const namesIn = (parts: readonly Part[]): ReadonlySet<string> => {
  const names = new Set<string>();
  const common = new Set<string>();
  for (const part of parts)
    for (const sentence of sentencesOf(part)) {
      const lower = sentence.filter(({ written }) => /^\p{Ll}/u.test(written));
      for (const { word } of lower) common.add(word.key);
      if (lower.length < LOWER_SHARE * sentence.length) continue;
      // The first word has a capital whatever it is.
      for (const { word, written } of sentence.slice(1))
        if (/^\p{Lu}/u.test(written) && !word.is_grammar) names.add(word.key);
    }
  return new Set([...names].filter((name) => !common.has(name)));
};

type Written = { word: Word; written: string };

/** Returns the words of each sentence that begin with a letter, with the spelling that the text has. */
const sentencesOf = ({ text, words }: Part): Written[][] => {
  const sentences: Written[][] = [[]];
  for (const word of words) {
    if (word.gap === 'sentence') sentences.push([]);
    const written = text.slice(word.start, word.end);
    if (word.script === 'latin' && /^\p{L}/u.test(written)) sentences.at(-1)?.push({ word, written });
  }
  return sentences;
};
