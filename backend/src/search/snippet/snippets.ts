import type { Condition, Query } from '../query/query.ts';
import type { Part } from '../segment/part.ts';
import type { SearchRow } from '../match/search.ts';
import { foldWithOffsets, kanaFree } from '../text/fold.ts';
import { compileTerm, endOfMatch, type CompiledTerm } from '../text/term.ts';

/** A text and what of it is marked: UTF-16 offsets, disjoint, ascending. */
export type Marked = { text: string; ranges: [start: number, end: number][] };

const LONGEST = 300;

const termsIn = (condition: Condition): CompiledTerm[] => {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.of.flatMap(termsIn);
    case 'text':
      return [compileTerm(condition.term)];
    case 'not':
    case 'state':
    case 'date':
    case 'importance':
    case 'like':
      return [];
  }
};

const rangesIn = (original: string, terms: readonly CompiledTerm[]): [number, number][] => {
  const folded = foldWithOffsets(original);
  const text = kanaFree(folded.text);
  const ranges: [number, number][] = [];
  for (let at = 0; at < text.length; at += 1) {
    const end = Math.max(...terms.map((term) => endOfMatch(text, at, term)));
    const last = ranges.at(-1);
    if (end <= at) continue;
    const [start, until] = [folded.starts[at] ?? 0, folded.ends[end - 1] ?? 0];
    if (last !== undefined && last[1] >= start) last[1] = Math.max(last[1], until);
    else ranges.push([start, until]);
  }
  return ranges;
};

/** Returns the title and the place of the text that matches best, at most 300 characters, with what matches marked. */
export const snippetOf = (
  query: Query,
  row: SearchRow,
  part: Part | null,
): { title: Marked; text: Marked } => {
  const terms = termsIn(query.condition);
  const at = part?.ids.indexOf(row.article_id) ?? -1;
  const body = part?.texts[at]?.body ?? row.excerpt;
  const ranges = rangesIn(body, terms);
  const from = Math.max(0, (ranges[0]?.[0] ?? 0) - 60);
  const text = body.slice(from, from + LONGEST);
  const inside = ranges.filter(([start, end]) => start >= from && end <= from + text.length);
  return {
    title: { text: row.title, ranges: rangesIn(row.title, terms) },
    text: { text, ranges: inside.map(([start, end]) => [start - from, end - from]) },
  };
};
