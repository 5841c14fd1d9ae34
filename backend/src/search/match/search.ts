import type { Condition } from '../query/query.ts';
import { columnsOf, type Columns } from '../rank/columns.ts';
import { evidenceOf, scorerOf } from './evidence.ts';
import { facetsOf } from '../rank/facets.ts';
import { joinRows } from './join-rows.ts';
import { likesOf } from './likes.ts';
import { rowsThat, type Facts } from './matching.ts';
import { meaningFactor } from '../rank/meaning.ts';
import { partialHits } from './partial.ts';
import type { Found, SearchInput } from './search-input.ts';

/**
 * Finds the articles of a reader that match a query. The time is linear in the texts. Scores depend on all rows and on `now`, so whoever
 * pages through hits hands in the same ones for each page.
 *
 * 1. Join rows with the parts that have their texts.
 * 2. Find each word and phrase of the query in all texts and names.
 * 3. Keep the rows that match the query, and count them by feed and state. If they are few and it is asked for, keep also those
 *    with the most of its words.
 * 4. Score and sort both.
 */
export const search = (input: SearchInput): Found => {
  const { rows, query, now, timeZone } = input;
  const joined = joinRows(input);
  const { meaning } = input;
  const meaningOf =
    meaning === null || input.order !== 'relevance' ? () => 1 : meaningFactor(joined.sketchOfRow, meaning);
  const prepared = { joined, columns: columnsOf(rows, now), meaningOf };
  const evidence = evidenceOf(input, prepared, query.condition);
  const likes = likesOf(input, prepared.joined);
  const found = new Map<Condition, Uint8Array>(evidence.map(({ leaf, term }) => [leaf.condition, term.rows]));
  const facts: Facts = {
    rows,
    now,
    timeZone,
    foundIn: (condition) => found.get(condition) ?? new Uint8Array(rows.length),
    isLike: (key, row) => (likes.get(key)?.[row] ?? 0) > 0,
  };
  const hits = rowsThat(query.condition, facts);
  const scoreOf = scorerOf(prepared, query.condition, evidence, likes);
  const rest = input.mayRelax ? partialHits(input, prepared, { facts, evidence, likes, hits }) : null;
  const whole = sorted(hits, scoreOf, prepared.columns, input);
  const partial = rest === null ? [] : sorted(rest.hits, rest.score, prepared.columns, input);
  return {
    hits: [
      ...whole.map((hit) => ({ ...hit, has_all: true })),
      ...partial.map((hit) => ({ ...hit, has_all: false })),
    ],
    partial: rest?.condition ?? null,
    facets: facetsOf(hits, rows, prepared.columns),
  };
};

/** Returns the hits with their scores in the order that is asked for. */
const sorted = (
  hits: number[],
  scoreOf: (row: number) => number,
  { placeByTime }: Columns,
  { order, rows }: SearchInput,
): { article_id: string; score: number }[] => {
  const scores = new Float64Array(rows.length);
  for (const hit of hits) scores[hit] = scoreOf(hit);
  const byTime = (a: number, b: number): number => (placeByTime[a] ?? 0) - (placeByTime[b] ?? 0);
  const importance = (row: number): number => rows[row]?.importance ?? -1;
  if (order === 'time') hits.sort(byTime);
  else if (order === 'importance') hits.sort((a, b) => importance(b) - importance(a) || byTime(a, b));
  else hits.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || byTime(a, b));
  return hits.map((hit) => ({ article_id: rows[hit]?.article_id ?? '', score: scores[hit] ?? 0 }));
};
