import { japaneseBreaks } from './segment.ts';
import { loadWordTables, type WordTables } from './word-tables.ts';
import { FUNCTION_WORDS, type Token, tokenise } from './tokens.ts';
import { createStem, type Stem } from './stem.ts';
import { COMMA, SENTENCE_END, FIRST_CONTENT_TERM, FIRST_TERM } from '../../model/score/terms.ts';

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

/** The start and the end of a part of a text, in UTF-16 units. */
type Place = [start: number, end: number];

/**
 * Words of these ranks say nothing and everything about a subject: `was` (17) and, at 0.5 of the scale, `olympic`
 * (1,200).
 */
const LEAST_RANK = 60;
const MOST_RANK = 20_000;
const LEAST_IDF = 0.1;
export const GRAMMAR_IDF = 0.02;
/** The least that the name of a place says, which the glossary writes with a capital: China, too, which many texts name. */
const NAME_IDF = 0.5;
/** The most that a number or a single letter says. */
const SHORT_IDF = 0.5;

/** The fields of a word that follow from its spelling and from whether its capitals mean something. */
type Meaning = Pick<Word, 'key' | 'idf' | 'is_grammar' | 'form'>;

type Words = {
  /** Returns the words of a text's tokens, in order. */
  of: (tokens: readonly Token[], text: string) => Word[];
  meaningOf: (token: string, hasCapitalMeaning: boolean) => Meaning;
};

let made: Words | undefined;
const ofTables = (): Words => (made ??= createWords(loadWordTables()));

/**
 * Returns the words of a text, in order. The tables of words are read at the first call. All of a process share one
 * memory of words and of divided Japanese.
 */
export const wordsOf = (text: string): Word[] => wordsOfTokens(tokenise(text), text);

/** Returns the words of a text whose tokens are known. */
export const wordsOfTokens: Words['of'] = (tokens, text) => ofTables().of(tokens, text);

/** Returns the meaning of a token that is no run, without its text: a capital letter at its beginning means something. */
export const meaningOf = (token: string): Meaning => ofTables().meaningOf(token, CAPITALISED.test(token));

/** The most words whose meaning is kept, at 160 bytes each. Five times as many take a twentieth less time. */
const MOST_KNOWN = 4_000;
const NO_GLOSSES: readonly Gloss[] = [];

const createWords = (tables: WordTables): Words => {
  const stem = createStem(tables, 'interest');
  const idfOf = (word: string): number => idfOfRank(tables.rankOf(word));
  const meaningOf = createMeanings(idfOf, stem);
  const latin = ({ text, start, end, gap }: Token, hasCapitalMeaning: boolean): Word => {
    const { key, idf, is_grammar, form } = meaningOf(text, hasCapitalMeaning);
    return { key, idf, is_grammar, form, english: NO_GLOSSES, script: 'latin', start, end, gap };
  };
  const glossOf = (word: string): Gloss => {
    const form = word.toLowerCase();
    const idf = idfOf(form);
    return { key: stem(form), idf: form === word ? idf : Math.max(NAME_IDF, idf), form };
  };
  const asian = (token: Token, written: string): Word[] => {
    const words: Word[] = [];
    const place = { form: '', script: 'asian' } as const;
    const placeOf = placesIn(token, written);
    let from = 0;
    let { gap } = token;
    for (const { text, english } of tables.segment(token.text)) {
      let glosses = english.map(glossOf);
      const isName = english.some((word) => CAPITALISED.test(word));
      for (const segment of japaneseBreaks(text)) {
        const to = from + segment.length;
        const [start, end] = placeOf(from, to);
        const idf = idfOfAsian(segment, english.length > 0 && !isName);
        // A single character of a longer word is no word: 車 of 自転車, 市 of 京都市.
        const key = segment.length === 1 && text.length > 1 ? `~${segment}` : segment;
        const isGrammar = idf === GRAMMAR_IDF;
        words.push({ ...place, key, idf, is_grammar: isGrammar, english: glosses, start, end, gap });
        from = to;
        gap = 'none';
        glosses = [];
      }
    }
    return words;
  };
  const of: Words['of'] = (tokens, text) => {
    const capitals = meaningfulCapitals(tokens);
    const words: Word[] = [];
    for (const [at, token] of tokens.entries())
      if (token.kind === 'run') words.push(...asian(token, text.slice(token.start, token.end)));
      else words.push(latin(token, capitals[at] ?? false));
    return words;
  };
  return { of, meaningOf };
};

/** Creates the function that returns the meaning of a word, which is kept, since most words come again in the next text. */
const createMeanings = (idfOf: (word: string) => number, stem: Stem): Words['meaningOf'] => {
  const newMeaning: Words['meaningOf'] = (token, hasCapitalMeaning) => {
    const form = token.toLowerCase();
    const isGrammar = FUNCTION_WORDS.has(form);
    // Capitals tell IT, US, WHO and Go from the words of grammar.
    if (hasCapitalMeaning && isGrammar && form.length > 1)
      return { key: token, idf: 1, is_grammar: false, form: '' };
    // R is a language, and -r an option.
    if (/^\p{Lu}$/u.test(token) && !isGrammar)
      return { key: token, idf: Math.min(SHORT_IDF, idfOf(form)), is_grammar: false, form };
    const isAcronym = CAPITALS.test(token) && hasCapitalMeaning;
    const isShort = /^(?:\p{N}+|\p{L})$/u.test(form);
    const idf = isGrammar ? GRAMMAR_IDF : isShort ? Math.min(SHORT_IDF, idfOf(form)) : idfOf(form);
    return { key: isAcronym ? form : stem(form), idf, is_grammar: isGrammar, form };
  };
  const [plain, capitalised] = [new Map<string, Meaning>(), new Map<string, Meaning>()];
  return (token, hasCapitalMeaning) => {
    const known = hasCapitalMeaning ? capitalised : plain;
    const found = known.get(token);
    if (found !== undefined) return found;
    if (known.size >= MOST_KNOWN) known.clear();
    const meaning = newMeaning(token, hasCapitalMeaning);
    known.set(token, meaning);
    return meaning;
  };
};

/** A character with the signs that NFKC may join to it. */
const CHARACTER = /[^][\uFF9E\uFF9F\p{M}]*/gu;

/**
 * Returns the function that tells where a part of a token's text in NFKC, of at least one UTF-16 unit, was written. NFKC
 * changes lengths: ㌠ is サンチーム, and ｶﾞ is ガ. A part of a character has the place of the whole character.
 */
const placesIn = ({ text, start }: Token, written: string): ((from: number, to: number) => Place) => {
  if (text === written) return (from, to) => [start + from, start + to];
  const places: Place[] = [];
  for (const { 0: character, index } of written.matchAll(CHARACTER)) {
    const place: Place = [start + index, start + index + character.length];
    for (let unit = character.normalize('NFKC').length; unit > 0; unit -= 1) places.push(place);
  }
  const whole: Place = [start, start + written.length];
  return (from, to) => [(places[from] ?? whole)[0], (places[to - 1] ?? whole)[1]];
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
const meaningfulCapitals = (tokens: readonly Token[]): boolean[] => {
  const isMeant = tokens.map(() => false);
  let start = 0;
  while (start < tokens.length) {
    let end = start + 1;
    while (end < tokens.length && tokens[end]?.gap !== 'sentence') end += 1;
    let [words, lower, capitals] = [0, 0, 0];
    for (let at = start; at < end; at += 1) {
      const text = tokens[at]?.text ?? '';
      if (/^\p{L}/u.test(text)) words += 1;
      if (/^\p{Ll}/u.test(text)) lower += 1;
      else if (CAPITALS.test(text)) capitals += 1;
    }
    const isShouted = words > 1 && capitals > words / 2;
    const isTitleCase = words > 1 && lower < words / 2;
    for (let at = start; at < end; at += 1) {
      const text = tokens[at]?.text ?? '';
      if (CAPITALS.test(text)) isMeant[at] = !isShouted;
      else if (CAPITALISED.test(text)) isMeant[at] = !isTitleCase && (at > start || words === 1);
    }
    start = end;
  }
  return isMeant;
};

/** Particles of Japanese are left out on both sides, so that phrases do not depend on them. */
export const withoutParticles = (words: Word[]): Word[] =>
  words.filter((word) => word.script !== 'asian' || !word.is_grammar);

/** Returns the hashes of words in their order, with marks between sentences and at commas. */
export const sequenceOf = (words: Word[]): number[] => {
  const sequence: number[] = [];
  for (const { key, gap, is_grammar: isGrammar } of words) {
    if (gap !== 'none' && sequence.length > 0) sequence.push(gap === 'sentence' ? SENTENCE_END : COMMA);
    sequence.push(isGrammar ? grammarHashOf(key) : hashOf(key));
  }
  return sequence;
};

/** The most times that a gloss is kept. A word in two sentences is better evidence than in one; a third says little more. */
const MOST_OF_A_GLOSS = 2;

/** Returns the hashes of the English words that Japanese ones mean, each at most twice. */
export const glossesOf = (words: Word[]): number[] => {
  const counts = new Map<number, number>();
  const glosses: number[] = [];
  for (const { english } of words)
    for (const { key } of english) {
      const hash = hashOf(key);
      const count = counts.get(hash) ?? 0;
      counts.set(hash, count + 1);
      if (count < MOST_OF_A_GLOSS) glosses.push(hash);
    }
  return glosses;
};

const HASHES = 2 ** 24;

/**
 * Returns the hash of a word, of 24 well-mixed bits: FNV-1a over UTF-16 units, then the finaliser of MurmurHash3, because FNV
 * alone mixes the bits of short names badly. An article of 300 words has a word with the hash of another given word once in
 * 50,000 times.
 */
export const hashOf = (text: string): number =>
  FIRST_CONTENT_TERM + (mixed(text) % (HASHES - FIRST_CONTENT_TERM));

/** Returns the hash of a word of grammar, of 10 bits. */
const grammarHashOf = (text: string): number =>
  FIRST_TERM + (mixed(text) % (FIRST_CONTENT_TERM - FIRST_TERM));

const mixed = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};
