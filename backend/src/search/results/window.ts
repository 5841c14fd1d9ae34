import { isSpacedAt } from '../text/tokens.ts';
import type { MarkedPlace } from './snippets.ts';

/** The longest excerpt, without the two ellipses, in UTF-16 units. */
const LONGEST = 298;
/** Number of UTF-16 units shown before the first match, if the rest has room. */
const LEAD = 60;
/** How far a cut moves to fall between two words. */
const REACH = 24;
/** The worth of each further word of the query, compared with one more place of the same word. */
const DISTINCT = 8;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Returns the part of a text, at most 298 units, in which the most terms stand; its beginning if there are none. */
export const excerptAround = (
  text: string,
  places: readonly MarkedPlace[],
): { start: number; end: number } => {
  if (text.length <= LONGEST) return { start: 0, end: text.length };
  const best = densest(places);
  const room = LONGEST - (best.end - best.start);
  const wanted = Math.max(
    0,
    Math.min(best.start - Math.min(LEAD, Math.floor(room / 2)), text.length - LONGEST),
  );
  const start = wanted === 0 ? 0 : cutAfter(text, wanted, best.start);
  const limit = Math.min(text.length, start + LONGEST);
  return {
    start,
    end: limit === text.length ? limit : cutBefore(text, limit, Math.max(best.start, start + 1)),
  };
};

/** Returns the stretch of at most 298 units with the most terms, by one pass with two ends. */
const densest = (places: readonly MarkedPlace[]): { start: number; end: number } => {
  const counts = new Map<number, number>();
  let [first, most] = [0, 0];
  let best = { start: 0, end: 0 };
  places.forEach(({ term, end }, last) => {
    counts.set(term, (counts.get(term) ?? 0) + 1);
    let from = places[first];
    while (from !== undefined && first < last && end - from.start > LONGEST) {
      const left = (counts.get(from.term) ?? 0) - 1;
      if (left === 0) counts.delete(from.term);
      else counts.set(from.term, left);
      first += 1;
      from = places[first];
    }
    const worth = counts.size * DISTINCT + (last - first + 1);
    if (from !== undefined && worth > most && end - from.start <= LONGEST) {
      most = worth;
      best = { start: from.start, end };
    }
  });
  return best;
};

/** Characters that may stand within a word: apostrophes and soft hyphens. */
const JOINER = /['’\u00AD]/u;

/** Checks whether a place lies within a word of a script with spaces between words. */
const isInWord = (text: string, at: number): boolean => {
  if (!isSpacedAt(text, at - 1)) return JOINER.test(text.charAt(at - 1)) && isWord(text, at - 2, at);
  return isSpacedAt(text, at) || (JOINER.test(text.charAt(at)) && isSpacedAt(text, at + 1));
};

const isWord = (text: string, before: number, after: number): boolean =>
  isSpacedAt(text, before) && isSpacedAt(text, after);

/** Returns the next place for a beginning: after white space if that is near, else before the next letter or word; `limit` at the latest. */
const cutAfter = (text: string, at: number, limit: number): number => {
  const space = text.slice(at, Math.min(limit, at + REACH)).search(/\s\S/u);
  if (space !== -1) return at + space + 1;
  const letter = graphemes.segment(text).containing(at);
  let start = letter === undefined ? at : letter.index < at ? letter.index + letter.segment.length : at;
  while (start < limit && isInWord(text, start)) start += 1;
  return Math.min(start, limit);
};

/**
 * Returns the last place for an end: before white space if that is near, else before the letter or word that `at` lies in, though
 * it may be the last of several matches; within that word if it is the only one.
 */
const cutBefore = (text: string, at: number, least: number): number => {
  const from = Math.max(least, at - REACH);
  const space = text.slice(from, at + 1).search(/\s\S*$/u);
  if (space !== -1) return from + space;
  const whole = Math.max(graphemes.segment(text).containing(at)?.index ?? at, 1);
  let end = whole;
  while (end > least && isInWord(text, end)) end -= 1;
  return isInWord(text, end) ? whole : end;
};
