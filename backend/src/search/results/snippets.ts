import type { SearchRow } from '../match/search-input.ts';
import { BODY, leavesIn, TITLE, findPlaces, type Leaf } from '../match/found-terms.ts';
import type { Query } from '../query/query.ts';
import { type Part, textAt } from '../segment/part.ts';
import { excerptAround } from './window.ts';
import { buildBlock, startOf, type Block, type Fields } from '../segment/block.ts';
import { fold, foldWithOffsets } from '../text/fold.ts';
import { tokensOf } from '../text/tokens.ts';

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
export type MarkedPlace = { term: number; start: number; end: number };

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
