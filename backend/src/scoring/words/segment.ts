import { japaneseBreaks } from './japanese-breaks.ts';
import { HASH_START, hashStep, type LineTable } from './line-table.ts';

/** A word of a run of Japanese, with the English words of its first sense; none if the glossary lacks it. */
export type Segment = { text: string; english: readonly string[] };

/** The most UTF-16 units of a word in the glossary. */
export const LONGEST_WORD = 12;

/**
 * Splits a run of Japanese into words: at each place the longest word of the glossary, and between those what
 * `Intl.Segmenter` takes for words. A word of the glossary is never found inside a longer one: 東京都 holds no 京都.
 */
export const segmentWith = (glossary: LineTable, run: string): Segment[] => {
  const found: Segment[] = [];
  let from = 0;
  let at = 0;
  while (at < run.length) {
    const match = longestAt(glossary, run, at);
    if (match === undefined) {
      at += 1;
      continue;
    }
    addUnknown(found, run.slice(from, at));
    found.push({ text: run.slice(at, match.end), english: match.english.split(' ') });
    at = match.end;
    from = at;
  }
  addUnknown(found, run.slice(from));
  return found;
};

/** The hashes of what begins at one place, by length. They are kept between calls, because there is a call per character. */
const hashes = new Int32Array(LONGEST_WORD);

const longestAt = (
  glossary: LineTable,
  run: string,
  at: number,
): { end: number; english: string } | undefined => {
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
