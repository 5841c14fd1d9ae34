import { HASH_START, hashStep, type LineTable } from './line-table.ts';

/** A word of a run of Japanese, with the English words of its first sense; none if the glossary lacks it. */
export type Segment = { text: string; english: readonly string[] };

/** The most UTF-16 units of a word in the glossary. */
export const LONGEST_WORD = 12;

/**
 * Splits a run of Japanese into words: at each place the longest word of the glossary, and between those what
 * `Intl.Segmenter` takes for words. A word of the glossary is never found inside a longer one: 東京都 holds no 京都, and
 * パナソニック, which the glossary lacks, no ソニック.
 */
export const segmentWith = (glossary: LineTable, run: string): Segment[] => {
  const found: Segment[] = [];
  let from = 0;
  let at = 0;
  const add = (word: Known): void => {
    addUnknown(found, run.slice(from, at));
    found.push({ text: run.slice(at, word.end), english: word.english.split(' ') });
    at = word.end;
    from = at;
  };
  while (at < run.length) {
    const match = longestAt(glossary, run, at);
    const end = katakanaEnd(run, at);
    if (match !== undefined && match.end >= end) {
      add(match);
    } else if (end === at) {
      at += 1;
    } else {
      const parts = katakanaParts(glossary, run, at, end);
      if (parts === undefined) at = end;
      else for (const part of parts) add(part);
    }
  }
  addUnknown(found, run.slice(from));
  return found;
};

/** A word of the glossary, by where it ends. */
type Known = { end: number; english: string };

const isKatakana = (unit: number): boolean => (unit >= 0x30a1 && unit <= 0x30fa) || unit === 0x30fc;

/** Returns where the katakana that begin at a place end; the place itself if it has none. */
const katakanaEnd = (run: string, at: number): number => {
  let end = at;
  while (end < run.length && isKatakana(run.charCodeAt(end))) end += 1;
  return end;
};

/** A part of a compound in katakana that is shorter than this is likely to be found by chance. */
const LEAST_PART = 3;
/** The cost of such a part, of which a compound has one at most, beside the cost 1 of each part. */
const SHORT_PART = 1_000;

/**
 * Returns the words of a compound in katakana, the fewest that together are all of it; undefined if there are none, as for a
 * name, in which no other word is meant.
 */
const katakanaParts = (glossary: LineTable, run: string, start: number, end: number): Known[] | undefined => {
  type Way = { cost: number; last: Known; before: Way | undefined };
  const ways: (Way | undefined)[] = [];
  for (let from = start; from < end; from += 1) {
    const before = ways[from - start];
    if (from > start && before === undefined) continue;
    for (const word of wordsAt(glossary, run, from, end)) {
      const cost = (before?.cost ?? 0) + (word.end - from < LEAST_PART ? SHORT_PART : 1);
      if (cost < (ways[word.end - start]?.cost ?? 2 * SHORT_PART))
        ways[word.end - start] = { cost, last: word, before };
    }
  }
  const parts: Known[] = [];
  for (let way = ways[end - start]; way !== undefined; way = way.before) parts.unshift(way.last);
  return parts.length === 0 ? undefined : parts;
};

const wordsAt = (glossary: LineTable, run: string, at: number, most: number): Known[] => {
  const words: Known[] = [];
  let hash = HASH_START;
  for (let end = at + 1; end <= Math.min(most, at + LONGEST_WORD); end += 1) {
    hash = hashStep(hash, run.charCodeAt(end - 1));
    const known = end - at > 1 ? glossary.findSlice(run, at, end, hash) : -1;
    if (known >= 0) words.push({ end, english: glossary.textAt(known) });
  }
  return words;
};

/** The hashes of what begins at one place, by length. They are kept between calls, because there is a call per character. */
const hashes = new Int32Array(LONGEST_WORD);

const longestAt = (glossary: LineTable, run: string, at: number): Known | undefined => {
  const most = Math.min(run.length - at, LONGEST_WORD);
  let hash = HASH_START;
  for (let size = 0; size < most; size += 1) {
    hash = hashStep(hash, run.charCodeAt(at + size));
    hashes[size] = hash;
  }
  for (let size = most; size > 1; size -= 1) {
    const known = glossary.findSlice(run, at, at + size, hashes[size - 1] ?? 0);
    if (known >= 0) return { end: at + size, english: glossary.textAt(known) };
  }
  return undefined;
};

const addUnknown = (found: Segment[], text: string): void => {
  for (const word of japaneseBreaks(text)) found.push({ text: word, english: [] });
};

/** It takes 20 ms and 3 MB to create, so functions that meet no Japanese do without it. */
let segmenter: Intl.Segmenter | undefined;

/** Texts come again and again, and a segmenter takes 3 µs for each character. At most about 4 MB. */
const known = new Map<string, readonly string[]>();
const MEMORY = 20_000;
/** In UTF-16 units. Longer texts hardly come twice. */
const LONGEST_KNOWN = 12;

/** Returns the words of a Japanese text by the dictionary of ICU, in order, which together are the text. */
export const japaneseBreaks = (text: string): readonly string[] => {
  if (text.length < 2) return text === '' ? [] : [text];
  const found = known.get(text);
  if (found !== undefined) return found;
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' });
  const words = Array.from(segmenter.segment(text), ({ segment }) => segment);
  if (text.length > LONGEST_KNOWN) return words;
  if (known.size >= MEMORY) known.clear();
  known.set(text, words);
  return words;
};
