import type { SearchRow } from '../match/search-input.ts';
import { BODY, leavesIn, TITLE } from '../match/found-terms.ts';
import type { Query } from '../query/query.ts';
import type { Part } from '../segment/part.ts';
import { alone, markedPlaces, type MarkedPlace, type TextInBlock } from './marked-places.ts';
import { readableAt } from './readable.ts';
import { excerptAround } from './window.ts';

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
