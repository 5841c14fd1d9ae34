import type { Condition } from '../query/query.ts';
import { columnsOf, type Columns, facetsOf, meaningFactor } from './rank.ts';
import { evidenceOf, scorerOf, type Evidence, type Prepared, likesOf, type NearRows } from './evidence.ts';
import { joinRows } from './join-rows.ts';
import { rowsThat, type Facts } from './matching.ts';
import type { Found, SearchInput } from './search-input.ts';
import { isPlainWord, MOST_TERMS, textsIn, wordOf } from '../query/parse-query.ts';
import { partsOf } from '../text/function-words.ts';

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

/** The number of articles up to which a search goes on with those that have only some of the words: a page. */
const FULL = 20;

/** The result of a search for all words. */
type Searched = { facts: Facts; evidence: readonly Evidence[]; likes: NearRows; hits: readonly number[] };

/** Articles that have only some of the words of a query. */
type PartialHits = {
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
const partialHits = (
  input: SearchInput,
  prepared: Prepared,
  { facts, evidence, likes, hits }: Searched,
): PartialHits | null => {
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

/** A query whose words need not all stand in an article. */
type Relaxed = {
  /** All that is demanded still, and one of the words or parts of words unless a text is demanded. */
  condition: Condition;
  /** The parts of words, which the query itself does not look for. */
  parts: Condition;
};

const relaxedBefore = new WeakMap<Condition, Relaxed | { condition: null }>();

/**
 * Returns the query with its plain words optional; null if it has none, or only one word that has no parts. Phrases, fields, groups and
 * what is excluded are demanded still. The same condition has the same result each time.
 */
const relaxed = (condition: Condition): Relaxed | null => {
  const found = relaxedBefore.get(condition) ?? relaxedOf(condition) ?? { condition: null };
  relaxedBefore.set(condition, found);
  return found.condition === null ? null : found;
};

const relaxedOf = (condition: Condition): Relaxed | null => {
  const demanded = condition.kind === 'all' ? condition.of : [condition];
  const words = demanded.filter(isPlainWord);
  const others = demanded.filter((part) => !isPlainWord(part));
  const parts = words
    .flatMap(({ term }) => partsOf(term.text))
    .slice(0, Math.max(0, MOST_TERMS - textsIn(condition)))
    .map((part) => wordOf(part, false));
  const hasText = others.some(isText);
  if (words.length === 0 || (words.length + parts.length < 2 && !hasText)) return null;
  const some: Condition = { kind: 'any', of: [...words, ...parts] };
  return {
    condition: { kind: 'all', of: hasText ? [...others, { kind: 'maybe', of: some }] : [...others, some] },
    parts: { kind: 'any', of: parts },
  };
};

/** Checks whether a condition is a phrase or word that tells what is looked for. Feeds, folders and tags tell where. */
const isText = (condition: Condition): boolean =>
  condition.kind === 'text' &&
  (condition.field === null || condition.field === 'title' || condition.field === 'author');
