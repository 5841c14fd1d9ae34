import type { SearchRow } from '../match/search-input.ts';
import { BODY, leavesIn, TITLE } from '../match/found-terms.ts';
import type { Query } from '../query/query.ts';
import { textAt, type Part } from '../segment/part.ts';
import { markedPlaces, type MarkedPlace } from './marked-places.ts';
import { excerptAround } from './window.ts';

/** A text and what of it is marked: UTF-16 offsets, disjoint, ascending. It is plain text and must be escaped where HTML is made. */
export type Marked = { text: string; ranges: [start: number, end: number][] };

/** The part of a body that is looked through, in UTF-16 units. */
const LOOKED_THROUGH = 200_000;

/**
 * Returns the title, and the place of the body in which most of the query's words stand, at most 300 UTF-16 units with an ellipsis
 * where it is cut. `part` is the one that has the article; without one, the excerpt of the row stands for the body.
 */
export const snippetOf = (
  query: Query,
  row: SearchRow,
  part: Part | null,
): { title: Marked; text: Marked } => {
  const leaves = leavesIn(query.condition, 'positive');
  const at = part?.ids.indexOf(row.article_id) ?? -1;
  const indexed = part === null || at < 0 ? '' : textAt(part, at).body;
  const body = indexed === '' ? row.excerpt : indexed;
  return {
    title: { text: row.title, ranges: merged(markedPlaces(row.title, TITLE, leaves)) },
    text: excerptOf(body, markedPlaces(body.slice(0, LOOKED_THROUGH), BODY, leaves)),
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
