import { boundariesIn } from '../lib/sentences.ts';
import { linesOf } from '../parser/article/lines.ts';
import { parsePage } from '../parser/html/page-tree.ts';

/** The text of one source of a story, as sanitised HTML. */
export type Told = { feed_title: string; html: string };

/** The sentences of one source that say what no other source does, as plain text. */
export type Difference = { feed_title: string; sentences: string[] };

/** The sources that a story must have, and the most that are compared. */
const LEAST_SOURCES = 3;
const MOST_SOURCES = 6;
/** The UTF-16 units of a text that are read. */
const LOOKED_AT = 6_000;
/** The most sentences of a source, and the least and most UTF-16 units of one. */
const MOST_SENTENCES = 2;
const [SHORTEST, LONGEST] = [40, 400];
/** The words of a sentence that no other source has, at least, and their least share. */
const LEAST_OWN = 4;
const LEAST_SHARE = 0.5;
/** The words that a sentence has in common with other sources, at least: one with fewer is about something else. */
const LEAST_COMMON = 2;
/** The letters by which two forms of a word are the same, such as launched and launching. */
const STEM = 6;

/** A number, a run of a script without spaces between words, or a word of four letters or more in any other. */
const WORD =
  /\p{N}[\p{N}.,]*|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{2,}|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])[\p{L}\p{M}]){4,}/gu;
const IS_UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u;

/** Returns the words of a text that say something: numbers, longer words by their first letters, pairs of Japanese characters. */
const wordsIn = (text: string): Set<string> => {
  const words = new Set<string>();
  for (const [found] of text.normalize('NFKC').toLowerCase().matchAll(WORD)) {
    if (!IS_UNSPACED.test(found)) words.add(found.slice(0, STEM));
    else for (let at = 0; at < found.length - 1; at += 1) words.add(found.slice(at, at + 2));
  }
  return words;
};

const sentencesIn = (text: string): string[] => {
  const boundaries = boundariesIn(text);
  return boundaries
    .map((start, at) => text.slice(start, boundaries[at + 1]).trim())
    .filter(({ length }) => length >= SHORTEST && length <= LONGEST);
};

const textOf = (html: string): string =>
  linesOf(parsePage(html))
    .filter(({ kind }) => kind === 'text')
    .map(({ text }) => text)
    .join('\n')
    .slice(0, LOOKED_AT);

/**
 * Returns for each source of a story its sentences, at most two and in their order, of whose words most are in no other source's text,
 * and which are about the same. Nothing is written anew. Empty for a story of fewer than three sources, and unless two sources or more
 * have such a sentence; sources without one are left out.
 */
export const differencesOf = (told: readonly Told[]): Difference[] => {
  if (new Set(told.map(({ feed_title }) => feed_title)).size < LEAST_SOURCES) return [];
  const sources = told.slice(0, MOST_SOURCES).map(({ feed_title, html }) => {
    const text = textOf(html);
    return { feed_title, words: wordsIn(text), sentences: sentencesIn(text) };
  });
  const differences = sources.flatMap(({ feed_title, sentences }, at) => {
    const others = sources.filter((_, other) => other !== at).map(({ words }) => words);
    const own = bestOf(sentences, (word) => others.some((words) => words.has(word)));
    return own.length === 0 ? [] : [{ feed_title, sentences: own }];
  });
  return differences.length < 2 ? [] : differences;
};

/** Returns the sentences with most words of their own, each of which adds to those before it. */
const bestOf = (sentences: readonly string[], isCommon: (word: string) => boolean): string[] => {
  const said = new Set<string>();
  const chosen: string[] = [];
  const ofStory = sentences.flatMap((sentence) => {
    const words = [...wordsIn(sentence)];
    const others = words.filter((word) => !isCommon(word));
    return words.length - others.length < LEAST_COMMON ? [] : [{ sentence, others, size: words.length }];
  });
  while (chosen.length < MOST_SENTENCES) {
    let best: { sentence: string; own: string[] } = { sentence: '', own: [] };
    for (const { sentence, others, size } of ofStory) {
      const own = others.filter((word) => !said.has(word));
      const isOwn = own.length >= LEAST_OWN && own.length >= LEAST_SHARE * size;
      if (isOwn && own.length > best.own.length) best = { sentence, own };
    }
    if (best.own.length === 0) break;
    chosen.push(best.sentence);
    for (const word of best.own) said.add(word);
  }
  return sentences.filter((sentence) => chosen.includes(sentence));
};
