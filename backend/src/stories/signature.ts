import { createTextDigest } from '../parser/facts/simhash.ts';
import {
  type Feature,
  IN_TITLE,
  IS_NAME,
  packFeatures,
  packVector,
  type Signature,
  type StoryFeatures,
  type StoryVector,
} from '../model/story/story.ts';
import { hostOfLink } from '../model/article/canonical-link.ts';
import { languageOf } from '../model/rules/rule-subject.ts';
import { hashOf, meaningOf, wordsOfTokens, type Word } from '../scoring/words/words.ts';
import { tokenise, type Token } from '../scoring/words/tokens.ts';
import { DIMENSION, loadWordTables } from '../scoring/words/word-tables.ts';

/** Characters of the text whose words are kept: the first sentences of a news item say what happened. */
const LEAD_CHARACTERS = 400;
/** The most features, which are then 200 bytes. */
const MOST_FEATURES = 40;
const MOST_NUMBERS = 4;
/** The weight of a word of the title, compared with one of the text. */
const TITLE_WEIGHT = 3;
const LARGEST_WEIGHT = 5;
/** The weight of the most frequent words that are more than grammar; the rarest weigh 1. */
const LEAST_WORD_WEIGHT = 0.4;
const KANJI_PAIR_WEIGHT = 0.7;

const NUMBER = /\d+(?:[.,:/]\d+)*/gu;
const VERSION = /^\d+(?:\.\d+)+$/u;
/** The result of a game: 3-1. */
const RESULT = /(?<![\d.-])\d{1,3}[-–]\d{1,3}(?![\d-])/gu;
/** A title that begins with a question word, or names takeaways. `WHO` is the organisation and no question word. */
const ASKS =
  /^\P{L}*(?:[Ww]ho|[Ww]hat|[Ww]hy|[Hh]ow|[Ww]hen|[Ww]here|[Ww]hich)(?!\p{L})|(?<!\p{L})[Tt]akeaways?(?!\p{L})/u;
const HAN_OR_KATAKANA = /\p{Script=Han}+|[\p{Script=Katakana}\u30FC]{2,}/gu;
const HAN = /^\p{Script=Han}/u;

type WeighedWord = { name: string; weight: number };

/**
 * Returns the words of a text's tokens that tell its event. Each pair of neighbouring kanji is a word, because headlines
 * shorten compounds differently.
 */
const wordsIn = (tokens: readonly Token[]): WeighedWord[] =>
  tokens.flatMap(({ kind, text }): WeighedWord | WeighedWord[] => {
    if (kind === 'run')
      return (text.match(HAN_OR_KATAKANA) ?? []).flatMap((run) =>
        HAN.test(run) ? pairsOf(run) : [{ name: run, weight: 1 }],
      );
    const { key, idf, is_grammar: isGrammar } = meaningOf(text);
    return isGrammar ? [] : { name: key, weight: LEAST_WORD_WEIGHT + (1 - LEAST_WORD_WEIGHT) * idf };
  });

const pairsOf = (run: string): WeighedWord[] => {
  const characters = Array.from(run);
  return characters
    .slice(1)
    .map((character, at) => ({ name: `${characters[at]}${character}`, weight: KANJI_PAIR_WEIGHT }));
};

const featuresOf = (
  headline: readonly Token[],
  lead: readonly Token[],
  names: ReadonlySet<string>,
): StoryFeatures => {
  const features = new Map<number, Feature>();
  const nameMark = (name: string): number => (names.has(name) ? IS_NAME : 0);
  for (const { name, weight } of wordsIn(headline)) {
    const hash = hashOf(name);
    features.set(hash, { hash, weight: weight * TITLE_WEIGHT, mark: IN_TITLE | nameMark(name) });
  }
  for (const { name, weight } of wordsIn(lead)) {
    const hash = hashOf(name);
    const { weight: before = 0, mark = 0 } = features.get(hash) ?? {};
    features.set(hash, {
      hash,
      weight: Math.min(LARGEST_WEIGHT, before + weight),
      mark: (mark & IN_TITLE) | nameMark(name),
    });
  }
  return packFeatures([...features.values()].slice(0, MOST_FEATURES));
};

const hashesOf = (numbers: string[]): number[] => [...new Set(numbers)].slice(0, MOST_NUMBERS).map(hashOf);

/** Returns the results of games in a headline. Papers put their own team first. */
const resultsIn = (headline: string): string[] =>
  Array.from(headline.matchAll(RESULT), ([result]) =>
    result
      .split(/[-–]/u)
      .toSorted((a, b) => Number(a) - Number(b))
      .join('-'),
  );

/** Tells whether the tables have the words of a language. A headline alone may not show its language. */
const hasVectors = (language: ReturnType<typeof languageOf>): boolean =>
  language === null || language === 'en' || language === 'ja';

/** A feed's version of an article with its text in plain characters. */
export type StoryText = { feed_id: string; link: string | null; title: string; text: string };

/** Returns what is kept of a text to tell whether another one is about the same event. */
export const signatureOf = ({ feed_id, link, title, text }: StoryText): Signature => {
  const { headline, source } = splitTitle(title);
  const numbers = Array.from(headline.normalize('NFKC').matchAll(NUMBER), ([number]) => number);
  const digest = createTextDigest();
  digest.add(text === '' ? headline : text);
  const { content_hash, word_count } = digest.result();
  const lead = text.slice(0, LEAD_CHARACTERS);
  const language = languageOf(`${headline} ${lead}`);
  const [headTokens, leadTokens] = [tokenise(headline), tokenise(lead)];
  const parts = [
    { text: headline, words: wordsOfTokens(headTokens, headline) },
    { text: lead, words: wordsOfTokens(leadTokens, lead) },
  ];
  const names: ReadonlySet<string> = language === 'de' ? new Set() : namesIn(parts);
  return {
    features: featuresOf(headTokens, leadTokens, names),
    vector: hasVectors(language) ? textVectorOf(parts.flatMap((part) => part.words)) : null,
    numbers: hashesOf(numbers),
    versions: hashesOf([...numbers.filter((number) => VERSION.test(number)), ...resultsIn(headline)]),
    asks: ASKS.test(headline),
    title: hashOf(headTokens.map(({ text: word }) => word.toLowerCase()).join(' ')),
    source: hashOf([feed_id, hostOfLink(link) ?? '', source].join(' ')),
    digest: content_hash,
    words: word_count,
  };
};

/** The share of words in lower case of a sentence, from which capitals in it mean something. */
const LOWER_SHARE = 0.4;
type Part = { text: string; words: readonly Word[] };

/**
 * Returns the keys of the words of a text that are names: those that have a capital letter within a sentence that is
 * mostly in lower case, and are nowhere in lower case. Not for German, which writes all nouns with capitals.
 */
const namesIn = (parts: readonly Part[]): ReadonlySet<string> => {
  const names = new Set<string>();
  const common = new Set<string>();
  for (const part of parts)
    for (const sentence of sentencesOf(part)) {
      let lower = 0;
      for (const { word, is_lower } of sentence) {
        if (!is_lower) continue;
        lower += 1;
        common.add(word.key);
      }
      if (lower < LOWER_SHARE * sentence.length) continue;
      // The first word has a capital whatever it is.
      for (const { word, is_upper } of sentence.slice(1))
        if (is_upper && !word.is_grammar) names.add(word.key);
    }
  for (const name of common) names.delete(name);
  return names;
};

const LOWER = /\p{Ll}/uy;
const UPPER = /\p{Lu}/uy;
const LETTER = /\p{L}/uy;

/** Tells whether a character of a text is one of these. */
const isAt = (text: string, at: number, kind: RegExp): boolean => {
  kind.lastIndex = at;
  return kind.test(text);
};

type Written = { word: Word; is_lower: boolean; is_upper: boolean };

/** Returns the words of each sentence that begin with a letter, and whether the text writes that as a small or a capital one. */
const sentencesOf = ({ text, words }: Part): Written[][] => {
  const sentences: Written[][] = [[]];
  for (const word of words) {
    if (word.gap === 'sentence') sentences.push([]);
    const { start } = word;
    if (word.script === 'latin' && isAt(text, start, LETTER))
      sentences
        .at(-1)
        ?.push({ word, is_lower: isAt(text, start, LOWER), is_upper: isAt(text, start, UPPER) });
  }
  return sentences;
};

/** The separator between a headline and the name of its source, as aggregators write them: "Headline - The Paper". */
const SEPARATOR = /\s[-–—|]\s|｜/u;
/** A source in brackets, as news agencies are named: "Headline (Reuters)". */
const IN_BRACKETS = /[(（]([^()（）【】\d]{2,30})[)）]$/u;
/** The label of a series or a part of one, as Japanese titles end with it: "Headline【Review】", "Headline（後編）". */
const LABEL = /(?:【[^【】]{1,30}】|[(（][^()（）【】]{0,10}編[)）])$/u;
/** The longest name of a source in characters. */
const LONGEST_SOURCE = 40;

type TitleParts = { headline: string; source: string };

/**
 * Splits a title into its headline and the name of its source, which is empty if there is none. A label of a series is part
 * of neither. The text after the last separator is a source only if it is short, has no digits, and the headline is more than twice as
 * long.
 */
export const splitTitle = (whole: string): TitleParts => {
  const title = whole.trimEnd().replace(LABEL, '').trimEnd() || whole;
  const bracketed = IN_BRACKETS.exec(title);
  if (bracketed !== null)
    return { headline: title.slice(0, bracketed.index).trimEnd(), source: bracketed[1] ?? '' };
  const parts = title.split(SEPARATOR).map((part) => part.trim());
  const source = parts.at(-1) ?? '';
  const headline = parts.slice(0, -1).join(' - ');
  const isSource =
    source.length <= LONGEST_SOURCE && !/\d/u.test(source) && headline.length > 2 * source.length;
  return isSource ? { headline, source } : { headline: title, source: '' };
};

/** Words with a vector that a text has at least, so that their mean tells what it is about. */
const LEAST_WORDS = 2;
const LARGEST_BYTE = 127;

/**
 * Returns the direction of the mean vector of a text's words, each by its weight, in whole steps from -127 to 127. Null
 * if too few of them are known, as in most languages but English and Japanese.
 */
const textVectorOf = (words: readonly Word[]): StoryVector | null => {
  const tables = loadWordTables();
  const sum = new Float32Array(DIMENSION);
  let known = 0;
  for (const { key, form, idf, is_grammar, english } of words) {
    if (is_grammar) continue;
    const isKnown =
      english.length > 0
        ? english.some((gloss) => tables.addVector(gloss.form, idf, sum))
        : tables.addVector(form, idf, sum) || tables.addVector(key, idf, sum);
    if (isKnown) known += 1;
  }
  const largest = sum.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (known < LEAST_WORDS || largest === 0) return null;
  return packVector(new Int8Array(sum.map((value) => Math.round((value / largest) * LARGEST_BYTE))));
};
