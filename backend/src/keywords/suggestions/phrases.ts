import type { Word, WordsOf } from '../../scoring/lexical/words.ts';
import { namesNoInterest } from './no-interests.ts';

/** A phrase that several texts share. */
export type Phrase = {
  /** As it is written in the first text that has it. */
  text: string;
  /** The base forms of its words, by which it is compared. */
  key: string;
  /** The texts that have it, by their number. */
  texts: number[];
  /** The weight by which it tells a subject, from 0 to 1: the mean of its words. */
  rarity: number;
  /** True if it has a capital wherever it stands, as names have. */
  is_name: boolean;
};

const LONGEST = 3;
/** The least that a word alone must say: words of rank 1,200 say 0.5. */
const RARE_WORD = 0.6;
/** The same of an English word that is written small, which is less often a subject: of rank 4,700. */
const RARE_SMALL_WORD = 0.75;
/** By how much a phrase of several words, and a name, goes before a word. */
const PREFERRED = { phrase: 1.5, name: 1.25 };
const RARE_PHRASE = 0.45;
/** A part of a phrase is left out if at least this share of its texts has the whole phrase. */
const MOSTLY = 0.6;

/** Returns the key by which two keywords count as the same: base forms, without spaces and hyphens, kana alike. */
export const keyOf = (text: string, wordsOf: WordsOf): string =>
  keyOfWords(wordsOf(text.normalize('NFKC').replaceAll(/["“”]/gu, '')));

const keyOfWords = (words: readonly Word[]): string =>
  words
    .map(({ key }) => key.toLowerCase())
    .join('')
    .replaceAll(/[\s\p{Pd}]/gu, '')
    // Hiragana as katakana.
    .replaceAll(/[ぁ-ゖ]/gu, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) + 0x60));

/**
 * Returns words and phrases that at least `least` of the texts share and that are rare in general, the most telling
 * first.
 */
export const commonPhrases = (texts: readonly string[], wordsOf: WordsOf, least: number): Phrase[] => {
  const found = new Map<string, Phrase>();
  texts.forEach((raw, number) => {
    const text = raw.normalize('NFKC');
    const words = wordsOf(text);
    for (let from = 0; from < words.length; from += 1)
      for (let length = 1; length <= LONGEST; length += 1)
        addPhrase(found, text, words.slice(from, from + length), length, number);
  });
  const common = [...found.values()].filter((phrase) => phrase.texts.length >= least && isRare(phrase));
  return common
    .filter((part) => !common.some((whole) => isMostlyIn(part, whole)))
    .toSorted((a, b) => worth(b) - worth(a) || (a.key < b.key ? -1 : 1));
};

const addPhrase = (
  found: Map<string, Phrase>,
  text: string,
  words: readonly Word[],
  length: number,
  number: number,
): void => {
  const [first] = words;
  const last = words.at(-1);
  if (words.length < length || first === undefined || last === undefined) return;
  if (first.is_grammar || last.is_grammar || words.slice(1).some(({ gap }) => gap !== 'none')) return;
  if (namesNoInterest(text, words)) return;
  const written = text.slice(first.start, last.end);
  const telling = words.filter(({ is_grammar }) => !is_grammar);
  const rarity = telling.reduce((sum, { idf }) => sum + idf, 0) / telling.length;
  if (rarity < (length === 1 ? RARE_WORD : RARE_PHRASE) || !isWorded(written)) return;
  const key = keyOfWords(words);
  const known = found.get(key) ?? { text: written, key, texts: [], rarity, is_name: true };
  known.is_name &&= /\p{Lu}/u.test(written);
  if (known.texts.at(-1) !== number) known.texts.push(number);
  found.set(key, known);
};

/** A word of Latin letters that is somewhere written small has to be rarer than a name. */
const isRare = ({ text, rarity, is_name }: Phrase): boolean =>
  is_name || text.includes(' ') || !/\p{Script=Latin}/u.test(text) || rarity >= RARE_SMALL_WORD;

/** A keyword has a letter and at least two characters. */
const isWorded = (text: string): boolean => text.length >= 2 && text.length <= 60 && /\p{L}{2}/u.test(text);

const isMostlyIn = (part: Phrase, whole: Phrase): boolean =>
  part.key !== whole.key && whole.key.includes(part.key) && whole.texts.length >= MOSTLY * part.texts.length;

const worth = ({ texts, rarity, text, is_name }: Phrase): number =>
  texts.length * rarity * (text.includes(' ') ? PREFERRED.phrase : 1) * (is_name ? PREFERRED.name : 1);
