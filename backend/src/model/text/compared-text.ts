import type { Article } from '../article/article.ts';
import { oncePer } from '../../lib/memory.ts';
import { plainText } from '../../parser/fields/text.ts';

/*
 * Finds boilerplate: phrases that most texts of a feed repeat, such as "See Privacy Policy at …", and that say nothing about any
 * one of them. It is found when a feed's document is taken in, since only then all texts are there, and stored with each
 * article as hashes, so that a text is cut in the same way whenever it is compared.
 */

/** The UTF-16 units of a text that are looked at; models read less than that. */
const LOOKED_AT = 4_000;
/** The least number of different texts that must have a run of words, and their least share. */
const LEAST_TEXTS = 3;
const LEAST_SHARE = 0.6;
/** Number of words that are looked up together. A shorter run may be a subject: "the White House", "machine learning". */
const SHINGLE = 5;
/** The most runs that are noted of a text. */
const MOST_RUNS = 12;

const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー`;
/** An address is one word, as are the letters and digits of a name; of a script without spaces each character is one. */
const WORD = new RegExp(
  String.raw`https?:\/\/[^\s${UNSPACED}]+|[${UNSPACED}]|(?:(?![${UNSPACED}])[\p{L}\p{N}\p{M}])+`,
  'gu',
);

const DIGIT = /\p{N}/u;
const DIGITS = /\p{N}+/gu;

const hashOfWord = (word: string): number => {
  const lower = word.toLowerCase();
  const plain = word.startsWith('http') ? '@' : DIGIT.test(lower) ? lower.replaceAll(DIGITS, '0') : lower;
  return hashOf(plain);
};

/** Returns the hashes of the words of a text, in order. */
const wordsOf = (text: string): number[] => (text.slice(0, LOOKED_AT).match(WORD) ?? []).map(hashOfWord);

const FNV_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

const hashOf = (text: string): number => {
  let hash = FNV_BASIS;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  return hash >>> 0;
};

const hashOfRun = (words: readonly number[], from: number, count: number): number => {
  let hash = FNV_BASIS;
  for (let at = from; at < from + count; at += 1)
    hash = Math.imul(hash ^ (words[at] ?? 0), 0x85ebca6b) ^ (hash >>> 13);
  return hash >>> 0;
};

/** A run of words, as the number of words and a hash of them: `12.1k3f9a2`. */
const nameOf = (words: readonly number[], from: number, count: number): string =>
  `${count}.${hashOfRun(words, from, count).toString(36)}`;

/** Returns the runs of words of a text that most texts of its feed's document have. */
export type FindBoilerplate = (text: string) => string[];

/**
 * Returns the function that finds the runs of words that a text has in common with most texts of its feed's document.
 * Numbers and addresses in them may differ. Fewer than three different texts have none.
 */
export const boilerplateOf = (texts: readonly string[]): FindBoilerplate => {
  const seen = new Set<number>();
  const counts = new Map<number, number>();
  // A run that most texts have is in one of the first two fifths of them. Of the others only these runs are counted.
  const beginning = (1 - LEAST_SHARE) * texts.length + 1;
  for (const text of texts) {
    const words = wordsOf(text);
    const whole = hashOfRun(words, 0, words.length);
    if (words.length === 0 || seen.has(whole)) continue;
    seen.add(whole);
    for (const shingle of new Set(shinglesOf(words))) {
      const count = counts.get(shingle) ?? 0;
      if (count > 0 || seen.size <= beginning) counts.set(shingle, count + 1);
    }
  }
  const least = Math.max(LEAST_TEXTS, LEAST_SHARE * seen.size);
  const common = new Set([...counts].filter(([, count]) => count >= least).map(([shingle]) => shingle));
  return (text) => (common.size === 0 ? [] : runsOf(wordsOf(text), (shingle) => common.has(shingle)));
};

const shinglesOf = (words: readonly number[]): number[] =>
  Array.from({ length: Math.max(0, words.length - SHINGLE + 1) }, (_, at) => hashOfRun(words, at, SHINGLE));

const runsOf = (words: readonly number[], isCommon: (shingle: number) => boolean): string[] => {
  const runs: string[] = [];
  let from = -1;
  let to = 0;
  shinglesOf(words).forEach((shingle, at) => {
    if (!isCommon(shingle)) return;
    if (from !== -1 && at > to) {
      runs.push(nameOf(words, from, to - from));
      from = -1;
    }
    if (from === -1) from = at;
    to = at + SHINGLE;
  });
  if (from !== -1) runs.push(nameOf(words, from, to - from));
  return [...new Set(runs)].slice(0, MOST_RUNS);
};

/** Returns the text without these runs of words. */
export const withoutBoilerplate = (text: string, runs: readonly string[]): string => {
  if (runs.length === 0) return text;
  const names = new Set(runs);
  const lengths = [...new Set(runs.map((run) => Number.parseInt(run, 10)))].toSorted((a, b) => b - a);
  const places = Array.from(text.slice(0, LOOKED_AT).matchAll(WORD), ({ 0: word, index }) => ({
    word,
    index,
  }));
  const words = places.map(({ word }) => hashOfWord(word));
  let kept = '';
  let end = 0;
  for (let at = 0; at < words.length; at += 1) {
    const length = lengths.find((count) => at + count <= words.length && names.has(nameOf(words, at, count)));
    const [first, last] = [places[at], places[at + (length ?? 0) - 1]];
    if (length === undefined || first === undefined || last === undefined) continue;
    kept += `${text.slice(end, first.index)} `;
    end = last.index + last.word.length;
    at += length - 1;
  }
  return end === 0 ? text : (kept + text.slice(end)).trim();
};

/** Matches web and mail addresses, and names of hosts with a subdomain. `Amazon.com` and `ASP.NET` are names that a text speaks of. */
const ADDRESS =
  /\b(?:https?:\/\/|www\.)[\x21-\x7e]+|\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+|\b[a-z\d-]{2,63}(?:\.[a-z\d-]{2,63}){0,8}\.[a-z]{2,10}\/[\x21-\x7e]*|\b[a-z\d-]{2,63}(?:\.[a-z\d-]{2,63}){1,8}\.[a-z]{2,10}\b/giu;

/** A cheap test that every address passes. */
const MAYBE_ADDRESS = /[/.@][a-z]/iu;

/** Returns a text without addresses: that a page is at itunes.apple.com does not make an article one about Apple. */
export const withoutAddresses = (text: string): string =>
  MAYBE_ADDRESS.test(text) ? text.replaceAll(ADDRESS, ' ') : text;

/** The letters that must be left: a text that is hardly more than what all repeat, as a report with other numbers is, stays whole. */
const EIGHT_LETTERS = /(?:\p{L}\P{L}*){8}/u;

// Without the mark of a pure call, the bundler keeps this call in functions that never use it.
/**
 * Returns the text of an article that is compared with keywords, other articles and what a reader liked: without what its
 * feed repeats in most articles and without addresses, if more than that is left. @throws ItemError for a text that cannot be read.
 */
export const comparedText = /* @__PURE__ */ oncePer(
  ({ content, summary, boilerplate }: Pick<Article, 'content' | 'summary' | 'boilerplate'>): string => {
    const text = plainText(content) || summary;
    const left = withoutAddresses(withoutBoilerplate(text, boilerplate));
    return EIGHT_LETTERS.test(left) ? left : text;
  },
);
