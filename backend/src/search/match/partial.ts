import type { Condition } from '../query/query.ts';
import { evidenceOf, scorerOf, type Evidence, type Prepared } from './evidence.ts';
import type { NearRows } from './likes.ts';
import { rowsThat, type Facts } from './matching.ts';
import { relaxed } from '../query/relax.ts';
import type { SearchInput } from './search-input.ts';

/** The number of articles up to which a search goes on with those that have only some of the words: a page. */
const FULL = 20;

/** The result of a search for all words. */
type Searched = { facts: Facts; evidence: readonly Evidence[]; likes: NearRows; hits: readonly number[] };

/** Articles that have only some of the words of a query. */
export type Partial = {
  /** The places of their rows, in no order. */
  hits: number[];
  score: (row: number) => number;
  /** The condition that they match. */
  condition: Condition;
};

/**
 * Returns the articles with the most of the words, rare words counting more, as many as are missing to a full page. Null if all
 * words are demanded, or enough articles have them all. Only words that the query does not look for by itself are looked for.
 */
export const partialHits = (
  input: SearchInput,
  prepared: Prepared,
  { facts, evidence, likes, hits }: Searched,
): Partial | null => {
  const room = FULL - hits.length;
  const weaker = room > 0 ? relaxed(input.query.condition) : null;
  if (weaker === null) return null;
  const all = [...evidence, ...evidenceOf(input, prepared, weaker.parts)];
  const found = new Map<Condition, Uint8Array>(all.map(({ leaf, term }) => [leaf.condition, term.rows]));
  const isWhole = new Uint8Array(input.rows.length);
  for (const row of hits) isWhole[row] = 1;
  const rest = rowsThat(weaker.condition, {
    ...facts,
    foundIn: (condition) => found.get(condition) ?? facts.foundIn(condition),
  }).filter((row) => isWhole[row] === 0);
  const score = scorerOf(prepared, weaker.condition, all, likes);
  return { hits: best(rest, score, prepared.columns.placeByTime, room), score, condition: weaker.condition };
};

/** Returns the rows with the highest scores, the newest of equal ones. */
const best = (
  rows: readonly number[],
  score: (row: number) => number,
  placeByTime: Uint32Array,
  most: number,
): number[] =>
  rows
    .map((row) => ({ row, score: score(row) }))
    .sort((a, b) => b.score - a.score || (placeByTime[a.row] ?? 0) - (placeByTime[b.row] ?? 0))
    .slice(0, most)
    .map(({ row }) => row);
