import { japaneseBreaks } from './segment.ts';
import { loadWordTables, type WordTables } from './word-tables.ts';
import { FUNCTION_WORDS, type Token, tokenise } from './tokens.ts';
import { createStem } from './stem.ts';

/** An English word that a Japanese one means. */
type Gloss = { key: string; idf: number; form: string };

/** A word of a text, at [start, end) of it. */
export type Word = {
  /** The form in which it is compared: its base form, or its spelling if only capitals tell it from a common word. */
  key: string;
  /** The weight by which it tells the subject: `LEAST_IDF` to 1, less for a word of grammar. */
  idf: number;
  is_grammar: boolean;
  /** The spelling under which the tables may have its vector. */
  form: string;
  /** English words of the same meaning, for a Japanese word. */
  english: readonly Gloss[];
  /** `asian` is any script without spaces between words. */
  script: 'latin' | 'asian';
  start: number;
  end: number;
  gap: Token['gap'];
};

export type WordsOf = (text: string) => Word[];

/**
 * Words of these ranks say nothing and everything about a subject: `was` (17) and, at 0.5 of the scale, `olympic`
 * (1,200).
 */
const LEAST_RANK = 60;
const MOST_RANK = 20_000;
const LEAST_IDF = 0.1;
export const GRAMMAR_IDF = 0.02;
/** The most that a number or a single letter says. */
const SHORT_IDF = 0.5;

let made: WordsOf | undefined;

/**
 * Returns the words of a text, in order. The tables of words are read at the first call. All of a process share one
 * memory of base forms and of divided Japanese.
 */
export const wordsOf: WordsOf = (text) => (made ??= createWordsOf(loadWordTables()))(text);

/** Creates the function that finds the words of a text, in order. */
const createWordsOf = (tables: WordTables): WordsOf => {
  const stem = createStem(tables, 'interest');
  const idfOf = (word: string): number => idfOfRank(tables.rankOf(word));
  const latin = (token: Token, hasCapitalMeaning: boolean): Word => {
    const form = token.text.toLowerCase();
    const { start, end, gap } = token;
    const place = { english: [], script: 'latin', start, end, gap } as const;
    const isGrammar = FUNCTION_WORDS.has(form);
    // Capitals tell IT, US, WHO and Go from the words of grammar.
    if (hasCapitalMeaning && isGrammar && form.length > 1)
      return { ...place, key: token.text, idf: 1, is_grammar: false, form: '' };
    // R is a language, and -r an option.
    if (/^\p{Lu}$/u.test(token.text) && !isGrammar)
      return { ...place, key: token.text, idf: Math.min(SHORT_IDF, idfOf(form)), is_grammar: false, form };
    const isAcronym = CAPITALS.test(token.text) && hasCapitalMeaning;
    const isShort = /^(?:\p{N}+|\p{L})$/u.test(form);
    const idf = isGrammar ? GRAMMAR_IDF : isShort ? Math.min(SHORT_IDF, idfOf(form)) : idfOf(form);
    return { ...place, key: isAcronym ? form : stem(form), idf, is_grammar: isGrammar, form };
  };
  const asian = (token: Token): Word[] => {
    const words: Word[] = [];
    const place = { form: '', script: 'asian' } as const;
    let { start, gap } = token;
    for (const { text, english } of tables.segment(token.text)) {
      let glosses = english.map((word): Gloss => ({ key: stem(word), idf: idfOf(word), form: word }));
      for (const segment of japaneseBreaks(text)) {
        const end = start + segment.length;
        const idf = idfOfAsian(segment, english.length > 0);
        // A single character of a longer word is no word: 車 of 自転車, 市 of 京都市.
        const key = segment.length === 1 && text.length > 1 ? `~${segment}` : segment;
        const isGrammar = idf === GRAMMAR_IDF;
        words.push({ ...place, key, idf, is_grammar: isGrammar, english: glosses, start, end, gap });
        start = end;
        gap = 'none';
        glosses = [];
      }
    }
    return words;
  };
  return (text) => {
    const tokens = tokenise(text);
    const capitals = meaningfulCapitals(tokens);
    return tokens.flatMap((token, at) =>
      token.kind === 'run' ? asian(token) : [latin(token, capitals[at] ?? false)],
    );
  };
};

export const idfOfRank = (rank: number | undefined): number => {
  if (rank === undefined) return 1;
  const share = Math.log((rank + 8) / LEAST_RANK) / Math.log(MOST_RANK / LEAST_RANK);
  return Math.min(1, Math.max(LEAST_IDF, share));
};

const HIRAGANA_ONLY = /^[\p{Script=Hiragana}\u30FC]+$/u;
const HIRAGANA = /\p{Script=Hiragana}/u;

/**
 * Japanese words have no ranks. Hiragana alone is mostly grammar; a single character is mostly a part of a word. Words
 * that the glossary lacks are names and new words, and say most.
 */
const idfOfAsian = (word: string, isInGlossary: boolean): number => {
  if (HIRAGANA_ONLY.test(word)) return word.length > 2 ? 0.4 : GRAMMAR_IDF;
  if (word.length === 1) return 0.4;
  if (HIRAGANA.test(word)) return 0.5;
  return isInGlossary ? 0.8 : 1;
};

const CAPITALS = /^\p{Lu}{2,5}$/u;
const CAPITALISED = /^\p{Lu}/u;

/**
 * Tells which tokens have capitals that mean something: not those at the beginning of a sentence, and none in a sentence in
 * which most words have them. A text of one word was written as it is meant.
 */
const meaningfulCapitals = (tokens: Token[]): boolean[] => {
  const isMeant = tokens.map(() => false);
  let start = 0;
  while (start < tokens.length) {
    let end = start + 1;
    while (end < tokens.length && tokens[end]?.gap !== 'sentence') end += 1;
    const words = tokens.slice(start, end).filter(({ text }) => /^\p{L}/u.test(text));
    const lower = words.filter(({ text }) => /^\p{Ll}/u.test(text)).length;
    const capitals = words.filter(({ text }) => CAPITALS.test(text)).length;
    const isShouted = words.length > 1 && capitals > words.length / 2;
    const isTitleCase = words.length > 1 && lower < words.length / 2;
    for (let at = start; at < end; at += 1) {
      const text = tokens[at]?.text ?? '';
      if (CAPITALS.test(text)) isMeant[at] = !isShouted;
      else if (CAPITALISED.test(text)) isMeant[at] = !isTitleCase && (at > start || words.length === 1);
    }
    start = end;
  }
  return isMeant;
};
