import { AROUND_CHARACTERS, type HighlightAnchor } from '@omomi/backend/contract';
import type { Place } from '../body/read-text.ts';

/*
 * Finds a marked passage again in the text of its article, which may have been corrected. It would rather say that the passage is
 * lost than show another one. Runs of white space count as one space, because corrections reflow texts.
 */

/** A text without runs of white space, and where each of its characters stands in the text itself. */
type Folded = { text: string; at: number[] };

const fold = (text: string): Folded => {
  let folded = '';
  const at: number[] = [];
  for (const { index, 0: part } of text.matchAll(/\s+|\S+/g)) {
    const isSpace = part.trim() === '';
    for (let n = 0; n < (isSpace ? 1 : part.length); n += 1) at.push(index + n);
    folded += isSpace ? ' ' : part;
  }
  at.push(text.length);
  return { text: folded, at };
};

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** The most places that are compared, so that a short quote in a long text ends. */
const MOST_PLACES = 2000;

const placesOf = (text: string, part: string): number[] => {
  const places: number[] = [];
  for (
    let at = text.indexOf(part);
    at !== -1 && part !== '' && places.length < MOST_PLACES;
    at = text.indexOf(part, at + 1)
  )
    places.push(at);
  return places;
};

/** Counts how many characters two texts share at their beginning, or at their end. */
const shared = (one: string, other: string, isAtEnd: boolean): number => {
  let n = 0;
  while (n < one.length && n < other.length) {
    if (isAtEnd ? one.at(-1 - n) !== other.at(-1 - n) : one[n] !== other[n]) break;
    n += 1;
  }
  return n;
};

/** Counts the characters on one side of a place that are as they were. The end of the text counts as a whole side. */
const sideScore = (now: string, then: string, isBefore: boolean): number =>
  then.length < AROUND_CHARACTERS && now === then ? AROUND_CHARACTERS : shared(now, then, isBefore);

type Around = { prefix: string; suffix: string };

/** Returns the texts before and after a part of a text. */
const aroundOf = (text: string, { start, end }: Place): Around => ({
  prefix: text.slice(Math.max(0, start - AROUND_CHARACTERS), start),
  suffix: text.slice(end, end + AROUND_CHARACTERS),
});

const scoresOf = (now: Around, then: Around): [before: number, after: number] => [
  sideScore(now.prefix, then.prefix, true),
  sideScore(now.suffix, then.suffix, false),
];

const scoreOf = (now: Around, then: Around): number => {
  const [before, after] = scoresOf(now, then);
  return before + after;
};

/** The pairs of neighbouring characters of a text, with their numbers. */
const pairsOf = (text: string): Map<string, number> => {
  const pairs = new Map<string, number>();
  for (let at = 0; at + 1 < text.length; at += 1) {
    const pair = text.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
};

/** Returns how alike two texts are, 0 to 1: twice the pairs of characters that both have, by all their pairs (Dice). */
const likeness = (one: string, other: string): number => {
  const [left, right] = [pairsOf(one), pairsOf(other)];
  let shared = 0;
  for (const [pair, n] of left) shared += Math.min(n, right.get(pair) ?? 0);
  const all = Math.max(0, one.length - 1) + Math.max(0, other.length - 1);
  return all === 0 ? 0 : (2 * shared) / all;
};

/** The least likeness of a passage whose own words were corrected. */
const LEAST_LIKENESS = 0.6;
/** The most that such a passage became longer or shorter, in characters. */
const mostChange = (quote: string): number => Math.max(16, quote.length / 2);

/**
 * Returns the places between the same texts as the quote that are like it. Both sides must be whole, so that a passage that was
 * cut is not taken for the next one.
 */
const framedPlaces = (text: string, { quote, prefix, suffix }: Around & { quote: string }): Place[] => {
  const isWhole = (side: string): boolean => side.length === AROUND_CHARACTERS;
  const starts = isWhole(prefix)
    ? placesOf(text, prefix).map((at) => at + prefix.length)
    : text.startsWith(prefix)
      ? [prefix.length]
      : [];
  const ends = isWhole(suffix)
    ? placesOf(text, suffix)
    : text.endsWith(suffix)
      ? [text.length - suffix.length]
      : [];
  const places: Place[] = [];
  for (const start of starts)
    for (const end of ends) {
      const length = end - start;
      if (length <= 0 || Math.abs(length - quote.length) > mostChange(quote)) continue;
      if (likeness(text.slice(start, end), quote) >= LEAST_LIKENESS) places.push({ start, end });
    }
  return places;
};

/** Returns the place in the text without the white space at its ends. */
const trimmed = (text: string, { start, end }: Place): Place => {
  const part = text.slice(start, end);
  return {
    start: start + part.length - part.trimStart().length,
    end: end - part.length + part.trimEnd().length,
  };
};

/** Returns by what a part of a text is found again; null if it has nothing but white space, or is longer than a highlight may be. */
export const anchorOf = (text: string, place: Place, mostCharacters: number): HighlightAnchor | null => {
  const { start, end } = trimmed(text, place);
  if (end <= start || end - start > mostCharacters) return null;
  const folded = fold(text);
  const from = folded.at.indexOf(start);
  const quote = flat(text.slice(start, end));
  const around = aroundOf(folded.text, { start: from, end: from + quote.length });
  const others = placesOf(folded.text, quote).filter((at) => at !== from);
  const scores = others.map((at) =>
    scoreOf(aroundOf(folded.text, { start: at, end: at + quote.length }), around),
  );
  const isFrameOnly = [around.prefix, around.suffix].every(
    (side) => side.length < AROUND_CHARACTERS || placesOf(folded.text, side).length === 1,
  );
  const rival = Math.max(isFrameOnly ? -1 : 0, ...scores);
  return { quote, ...around, start: from, rival };
};

/** The least characters around a quote shorter than that must be as they were, and how many on either side, so that it is not found by chance. */
const LEAST_SHARED = 24;
const LEAST_SIDE = 4;
/** By how many characters more a place must be as it was than others, because corrections can also make those more alike. */
const MARGIN = 12;
const FULL = 2 * AROUND_CHARACTERS;

const isClear = (score: number, other: number): boolean =>
  score > other && score >= Math.min(FULL, other + MARGIN);

const exactPlace = (text: string, anchor: HighlightAnchor): Place | null => {
  const { quote, start, rival } = anchor;
  const found = placesOf(text, quote)
    .map((at) => {
      const place = { start: at, end: at + quote.length };
      const [before, after] = scoresOf(aroundOf(text, place), anchor);
      return { place, score: before + after, least: Math.min(before, after) };
    })
    .toSorted((a, b) => b.score - a.score);
  const [best, second] = found;
  if (best === undefined) return null;
  // One side is not enough for a word: it may be the end of a longer one.
  if (quote.length < LEAST_SHARED && (best.least < LEAST_SIDE || best.score < LEAST_SHARED)) return null;
  if (isClear(best.score, rival) && isClear(best.score, second?.score ?? -1)) return best.place;
  // Places that are alike all around are told apart only where nothing moved.
  const same = found.find(({ place }) => place.start === start);
  return same?.score === FULL ? same.place : null;
};

const placeOf = ({ text, at }: Folded, anchor: HighlightAnchor): Place | null => {
  const exact = exactPlace(text, anchor);
  const [framed, ...others] = exact === null && anchor.rival === -1 ? framedPlaces(text, anchor) : [];
  const place = exact ?? (others.length === 0 ? framed : undefined);
  return place === undefined ? null : { start: at[place.start] ?? 0, end: at[place.end] ?? 0 };
};

/**
 * Returns where each highlight is in the text of its article; null for one that is lost.
 *
 * 1. The quote as it was, where more around it is as it was than at any other place, then or now.
 * 2. Else the part between the same texts, if it is like the quote: its own words were corrected. Not if one of these texts stood
 *    at another place, too.
 */
export const findHighlights = (text: string, anchors: readonly HighlightAnchor[]): (Place | null)[] => {
  const folded = fold(text);
  return anchors.map((anchor) => {
    const place = placeOf(folded, anchor);
    return place === null ? null : trimmed(text, place);
  });
};
