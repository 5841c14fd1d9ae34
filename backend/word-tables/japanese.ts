import { LONGEST_WORD } from '../src/scoring/words/segment.ts';
import type { Place } from './places.ts';

/** A line of the dictionary: the word, its reading in brackets unless it is written in kana, and its senses. */
const LINE = /^(?<word>\S+)(?: \[\S+\])? \/(?<senses>.*)\/$/u;
/** The mark of some 20,000 words that the dictionary calls common. */
const COMMON = '/(P)';
/** The start of the senses of a noun. */
const NOUN = /^\((?:[^)]*,)?n(?:,[^)]*)?\)/;
/** The marks of senses that a text of today hardly means. */
const UNUSUAL = /\((?:[^)]*,)?(?:arch|obs|obsc|rare|vulg|X|derog|sl|poet|proverb|exp|id)(?:,[^)]*)?\)/;

/** Hiragana alone is mostly grammar. */
const GRAMMAR = /^[\p{Script=Hiragana}ー]+$/u;
const KATAKANA = /^[\p{Script=Katakana}ー]+$/u;
const JAPANESE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]+$/u;

/** The most characters of a word that is not common, unless it is in katakana. Longer ones are put together from words. */
const LONGEST_COMPOUND = 4;
/** The number of first glosses that are looked at, and the most words of the one that is taken. */
const GLOSSES = 3;
const LONGEST_GLOSS = 3;

type Entry = { word: string; isCommon: boolean; english: string[] };

/**
 * Returns the glossary as lines `word TAB English words`, sorted by UTF-16 units: for each word the first short one of its
 * first glosses. It leaves out what follows from shorter words, such as 感染経路 from 感染 and 経路. Names of places have capitals.
 * @param says - true for an English word that the tables know and that is not grammar.
 */
export const toGlossary = (
  dictionary: string,
  places: readonly Place[],
  says: (word: string) => boolean,
): string => {
  const entries = new Map<string, Entry>();
  const senses = new Map<string, string>();
  for (const line of dictionary.split('\n')) {
    const found = wordIn(line);
    if (found === undefined) continue;
    senses.set(found.word, (senses.get(found.word) ?? '') + found.senses);
    const entry = entryOf(found, says);
    if (entry === undefined) continue;
    const known = entries.get(entry.word);
    if (known === undefined || (entry.isCommon && !known.isCommon)) entries.set(entry.word, entry);
  }
  // The first of two places with one name is the larger one.
  for (const place of places.toReversed()) {
    const entry = placeEntryOf(place, senses, says);
    if (entry !== undefined) entries.set(entry.word, entry);
  }
  return withoutCompounds([...entries.values()])
    .map(({ word, english }) => `${word}\t${english.join(' ')}\n`)
    .sort()
    .join('');
};

type Found = { word: string; senses: string };

const wordIn = (line: string): Found | undefined => {
  const groups = LINE.exec(line)?.groups;
  if (groups === undefined) return undefined;
  const { word = '', senses = '' } = groups;
  return { word: word.normalize('NFKC'), senses };
};

const entryOf = ({ word, senses }: Found, says: (word: string) => boolean): Entry | undefined => {
  const isCommon = `/${senses}`.includes(COMMON);
  if (!isWanted(word, senses, isCommon)) return undefined;
  const english = senses
    .split('/')
    .slice(0, GLOSSES)
    .map((gloss) => wordsOf(gloss, says))
    .find((words) => words.length > 0 && words.length <= LONGEST_GLOSS);
  return english === undefined ? undefined : { word, isCommon, english };
};

/**
 * A territory goes before whatever else its name means, such as Thailand before a tie. A city does so only if the dictionary
 * knows it: カイロ is Cairo rather than a warmer, but フェロー a fellow and not the Faroes.
 */
const placeEntryOf = (
  { kind, japanese, english }: Place,
  senses: ReadonlyMap<string, string>,
  says: (word: string) => boolean,
): Entry | undefined => {
  const word = japanese.replaceAll(/\s*\([^)]*\)/g, '').normalize('NFKC');
  if (!hasForm(word)) return undefined;
  const names = english.map((name) => name.normalize('NFD').replaceAll(/\p{M}/gu, ''));
  const others = senses.get(word);
  if (kind === 'city' && others !== undefined && !names.some((name) => others.includes(name)))
    return undefined;
  const all = names.map((name) => name.replaceAll(/\([^)]*\)/g, '').match(/[a-z]+/gi) ?? []);
  const said = all.map((words) => words.filter((one) => says(one.toLowerCase())));
  const whole = said.find((words, at) => words.length === all[at]?.length && words.length <= LONGEST_GLOSS);
  // `New` of New York says nothing.
  const words = whole ?? said.find(({ length }) => length > 0 && length <= LONGEST_GLOSS);
  return words === undefined
    ? undefined
    : {
        word,
        isCommon: true,
        english: words.map((one) => one[0]?.toUpperCase() + one.slice(1).toLowerCase()),
      };
};

const hasForm = (word: string): boolean =>
  word.length > 1 && word.length <= LONGEST_WORD && JAPANESE.test(word) && !GRAMMAR.test(word);

const isWanted = (word: string, senses: string, isCommon: boolean): boolean => {
  if (!hasForm(word)) return false;
  if (isCommon) return true;
  const isShort = word.length <= LONGEST_COMPOUND || KATAKANA.test(word);
  return isShort && NOUN.test(senses) && !UNUSUAL.test(senses);
};

/** Returns the English words of a gloss, each once, without remarks in brackets. */
const wordsOf = (gloss: string, says: (word: string) => boolean): string[] => {
  const bare = gloss
    .replaceAll(/\([^)]*\)|\{[^}]*\}/g, '')
    .trim()
    .toLowerCase()
    .replace(/^(to|a|an|the) /, '');
  return [...new Set(bare.match(/[a-z]+/g))].filter(says);
};

/** Leaves out words that shorter ones make up and whose English words are those of their parts. */
const withoutCompounds = (entries: readonly Entry[]): Entry[] => {
  const kept = new Map<string, Entry>();
  for (const entry of entries.toSorted((a, b) => a.word.length - b.word.length)) {
    const parts = partsOf(entry.word, kept);
    const english = new Set(parts?.flatMap((part) => part.english));
    const isSame = english.size === entry.english.length && entry.english.every((word) => english.has(word));
    if (!isSame) kept.set(entry.word, entry);
  }
  return [...kept.values()];
};

/** Returns the longest known words that make up a word from its start; undefined if they leave something out. */
const partsOf = (word: string, known: ReadonlyMap<string, Entry>): Entry[] | undefined => {
  const parts: Entry[] = [];
  let at = 0;
  while (at < word.length) {
    let size = word.length - at;
    while (size > 1 && !known.has(word.slice(at, at + size))) size -= 1;
    const part = known.get(word.slice(at, at + size));
    if (part === undefined) return undefined;
    parts.push(part);
    at += size;
  }
  return parts;
};
