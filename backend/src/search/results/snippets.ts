import type { SearchRow } from '../match/search-input.ts';
import { BODY, leavesIn, TITLE, findPlaces, type Leaf } from '../match/found-terms.ts';
import type { Query } from '../query/query.ts';
import { type Part, textAt } from '../segment/part.ts';
import { buildBlock, startOf, type Block, type Fields } from '../segment/block.ts';
import { fold, foldWithOffsets } from '../text/fold.ts';
import { tokensOf, isSpacedAt } from '../text/tokens.ts';

/** A text and what of it is marked: UTF-16 offsets, disjoint, ascending. It is plain text and must be escaped where HTML is made. */
export type Marked = { text: string; ranges: [start: number, end: number][] };

/**
 * Returns the title, and the place of the body in which most of the query's words stand, at most 300 UTF-16 units with an ellipsis
 * where it is cut. `place` is where the text of the article is; without one, or without a body, the excerpt of the row stands for it.
 */
export const snippetOf = (
  query: Query,
  row: SearchRow,
  place: { part: Part; at: number } | null,
): { title: Marked; text: Marked } => {
  const leaves = leavesIn(query.condition);
  const known = place === null ? null : inPart(place);
  const title = known?.title.readable.text === row.title ? known.title : alone(row.title, TITLE);
  const body = known === null || known.body.readable.text === '' ? alone(row.excerpt, BODY) : known.body;
  return {
    title: { text: row.title, ranges: merged(markedPlaces(title, leaves)) },
    text: excerptOf(body.readable.text, markedPlaces(body, leaves)),
  };
};

/** The title and body of an article in a part, with the block that has their tokens. */
const inPart = ({ part, at }: { part: Part; at: number }): { title: TextInBlock; body: TextInBlock } => {
  const { title, body } = readableAt(part, at);
  const where = { block: part.block, item: at };
  return {
    title: { ...where, field: TITLE, readable: title },
    body: { ...where, field: BODY, readable: body },
  };
};

const excerptOf = (body: string, places: readonly MarkedPlace[]): Marked => {
  const { start, end } = excerptAround(body, places);
  const before = start > 0 ? '…' : '';
  const inside = places.filter((place) => place.start >= start && place.end <= end);
  const ranges = merged(inside).map(([from, to]): [number, number] => [
    from - start + before.length,
    to - start + before.length,
  ]);
  return { text: `${before}${body.slice(start, end)}${end < body.length ? '…' : ''}`, ranges };
};

/** Returns the ranges of places, those that overlap or touch as one. `places` are ascending by their starts. */
const merged = (places: readonly MarkedPlace[]): [number, number][] => {
  const ranges: [number, number][] = [];
  for (const { start, end } of places) {
    const last = ranges.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else ranges.push([start, end]);
  }
  return ranges;
};

/** A place of a text that matches a term of a query: UTF-16 units [start, end) of the original. */
type MarkedPlace = { term: number; start: number; end: number };

/** A text, and the field of an item of a block that has its tokens. */
type TextInBlock = { readable: Readable; block: Block; item: number; field: number };

/** Returns a text in a block of its own. `field` is its place among the fields of an article. */
const alone = (text: string, field: number): TextInBlock => {
  const at = (place: number): string[] => (place === field ? [text] : []);
  const fields: Fields = [at(0), at(1), at(2), at(3)];
  return { readable: readableOf(text), block: buildBlock([fields]), item: 0, field };
};

/** Returns the places of a text where the terms match that are not excluded, ascending. */
const markedPlaces = (
  { readable: { starts, ends }, block, item, field }: TextInBlock,
  leaves: readonly Leaf[],
): MarkedPlace[] => {
  const offset = startOf(block, item, field);
  return findPlaces(block, leaves, { item, field })
    .map(({ term, start, end }) => ({
      term,
      start: starts[start - offset] ?? 0,
      end: ends[end - 1 - offset] ?? 0,
    }))
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
};

/** An original text, and where in it each of its tokens stands, in UTF-16 units: token `at` at [starts[at], ends[at]). */
type Readable = { text: string; starts: Uint32Array; ends: Uint32Array };

/** The texts of an article whose places can be marked. */
type ReadableArticle = { title: Readable; body: Readable };

const ASCII = /^\p{ASCII}*$/u;

/** Returns a text with the places of its tokens, which are those that a block of the text has. */
const readableOf = (text: string): Readable => {
  // Folding leaves the letters of such a text where they are.
  if (ASCII.test(text)) {
    const { starts, ends } = tokensOf(fold(text));
    return { text, starts: Uint32Array.from(starts), ends: Uint32Array.from(ends) };
  }
  const folded = foldWithOffsets(text);
  const { starts, ends } = tokensOf(folded.text);
  return {
    text,
    starts: Uint32Array.from(starts, (start) => folded.starts[start] ?? 0),
    ends: Uint32Array.from(ends, (end) => folded.ends[end - 1] ?? 0),
  };
};

/** UTF-16 units of a part's texts that are kept, at most some 200 KB: each letter that is typed shows mostly the same articles. */
const KEPT = 20_000;

type Kept = { articles: Map<number, ReadableArticle>; units: number };

const kept = new WeakMap<Part, Kept>();

/** Returns the texts of the article with this number in a part. @throws RangeError if there is none */
const readableAt = (part: Part, at: number): ReadableArticle => {
  const known = kept.get(part) ?? { articles: new Map<number, ReadableArticle>(), units: 0 };
  const article = known.articles.get(at);
  if (article !== undefined) return article;
  const { title, body } = textAt(part, at);
  const made = { title: readableOf(title), body: readableOf(body) };
  const units = title.length + body.length;
  const isFull = known.units + units > KEPT;
  const articles = isFull ? new Map<number, ReadableArticle>() : known.articles;
  kept.set(part, { articles: articles.set(at, made), units: isFull ? units : known.units + units });
  return made;
};

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
const excerptAround = (text: string, places: readonly MarkedPlace[]): { start: number; end: number } => {
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
