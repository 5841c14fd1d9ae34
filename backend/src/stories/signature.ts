import { createTextDigest } from '../parser/facts/simhash.ts';
import type { Signature, StoryFeature } from '../model/story/story.ts';
import { languageOf } from '../model/rules/language.ts';
import { hashOf } from '../scoring/lexical/hash.ts';
import { tokenise } from '../scoring/lexical/tokens.ts';
import { wordsOf } from '../scoring/lexical/words.ts';
import { namesIn } from './names.ts';
import { splitTitle } from './title-text.ts';
import { textVectorOf } from './text-vector.ts';

/** Characters of the text whose words are kept: the first sentences of a news item say what happened. */
const LEAD_CHARACTERS = 400;
/** The most features, which are then 200 bytes. */
const MOST_FEATURES = 40;
const MOST_NUMBERS = 4;
/** The weight of a word of the title, compared with one of the text. */
const TITLE_WEIGHT = 3;
const LARGEST_WEIGHT = 5;
/** Weights are kept in steps of 1/25, which fit a byte. */
const WEIGHT_STEPS = 25;
/** The weight of the most frequent words that are more than grammar; the rarest weigh 1. */
const LEAST_WORD_WEIGHT = 0.4;
const KANJI_PAIR_WEIGHT = 0.7;

const NUMBER = /\d+(?:[.,:/]\d+)*/gu;
const VERSION = /^\d+(?:\.\d+)+$/u;
/** The result of a game: 3-1. */
const RESULT = /(?<![\d.-])\d{1,3}[-–]\d{1,3}(?![\d-])/gu;
const HAN_OR_KATAKANA = /\p{Script=Han}+|[\p{Script=Katakana}\u30FC]{2,}/gu;
const HAN = /^\p{Script=Han}/u;

type Word = { name: string; weight: number };

/**
 * Returns the words of a text that tell its event. Each pair of neighbouring kanji is a word, because headlines shorten
 * compounds differently.
 */
const wordsIn = (text: string): Word[] =>
  tokenise(text).flatMap(({ kind, text: token }): Word[] =>
    kind === 'run'
      ? Array.from(token.matchAll(HAN_OR_KATAKANA), ([run]) => run).flatMap((run) =>
          HAN.test(run) ? pairsOf(run) : [{ name: run, weight: 1 }],
        )
      : wordsOf(token)
          .filter((word) => !word.is_grammar)
          .map(({ key, idf }) => ({ name: key, weight: LEAST_WORD_WEIGHT + (1 - LEAST_WORD_WEIGHT) * idf })),
  );

const pairsOf = (run: string): Word[] => {
  const characters = Array.from(run);
  return characters
    .slice(1)
    .map((character, at) => ({ name: `${characters[at]}${character}`, weight: KANJI_PAIR_WEIGHT }));
};

const featuresOf = (headline: string, lead: string, names: ReadonlySet<string>): StoryFeature[] => {
  const features = new Map<number, StoryFeature>();
  for (const { name, weight } of wordsIn(headline)) {
    const hash = hashOf(name);
    features.set(hash, { hash, weight: weight * TITLE_WEIGHT, is_title: true, is_name: names.has(name) });
  }
  for (const { name, weight } of wordsIn(lead)) {
    const hash = hashOf(name);
    const { weight: before = 0, is_title = false } = features.get(hash) ?? {};
    const is_name = names.has(name);
    features.set(hash, { hash, weight: Math.min(LARGEST_WEIGHT, before + weight), is_title, is_name });
  }
  return Array.from(features.values(), (feature) => ({
    ...feature,
    weight: Math.round(feature.weight * WEIGHT_STEPS) / WEIGHT_STEPS,
  })).slice(0, MOST_FEATURES);
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

const hostOf = (link: string | null): string =>
  link === null || !URL.canParse(link) ? '' : new URL(link).host;

/** A feed's version of an article with its text in plain characters. */
export type StoryText = { feed_id: string; link: string | null; title: string; text: string };

/** Returns what is kept of a text to tell whether another one is about the same event. */
export const signatureOf = ({ feed_id, link, title, text }: StoryText): Signature => {
  const { headline, source } = splitTitle(title);
  const numbers = Array.from(headline.normalize('NFKC').matchAll(NUMBER), ([number]) => number);
  const digest = createTextDigest();
  digest.add(text === '' ? headline : text);
  const { content_hash, word_count } = digest.result();
  const words = tokenise(headline).map(({ text: word }) => word.toLowerCase());
  const lead = text.slice(0, LEAD_CHARACTERS);
  const language = languageOf(`${headline} ${lead}`);
  const parts = [headline, lead].map((part) => ({ text: part, words: wordsOf(part) }));
  const names: ReadonlySet<string> = language === 'de' ? new Set() : namesIn(parts);
  return {
    features: featuresOf(headline, lead, names),
    vector: hasVectors(language) ? textVectorOf(parts.flatMap((part) => part.words)) : null,
    numbers: hashesOf(numbers),
    versions: hashesOf([...numbers.filter((number) => VERSION.test(number)), ...resultsIn(headline)]),
    title: hashOf(words.join(' ')),
    source: hashOf([feed_id, hostOf(link), source].join(' ')),
    digest: content_hash,
    words: word_count,
  };
};
