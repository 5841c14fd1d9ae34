import { likeKey, type Condition, type Like } from '../query/query.ts';
import { columnsOf, type Columns } from '../rank/columns.ts';
import { idf, saturated } from '../rank/score.ts';
import { facetsOf } from './facets.ts';
import { findNamed } from './find-named.ts';
import { findInArticles, leavesIn, newFoundTerm, type FoundTerm, type Leaf } from './found-terms.ts';
import { likesOf, type NearRows } from './likes.ts';
import { matchesOf, type Facts } from './matching.ts';
import { relaxed } from './relax.ts';
import { joinRows, type Joined } from './join-rows.ts';
import type { Found, SearchInput } from './search-input.ts';

/**
 * Finds the articles of a reader that match a query. The time is linear in the texts. Scores depend on all rows and on `now`, so whoever
 * pages through hits hands in the same ones for each page.
 *
 * 1. Join rows with the parts that have their texts.
 * 2. Find each word and phrase of the query in all texts and names.
 * 3. Keep the rows that match the query, or the most of its words if that is asked for, and count them by feed and state.
 * 4. Score and sort them.
 */
export const search = (input: SearchInput): Found => {
  const { rows, query, now, timeZone } = input;
  const joined = joinRows(input);
  const columns = columnsOf(rows, now);
  const leaves = leavesIn(query.condition);
  const found = findTerms(input, { joined, columns }, leaves);
  const likes = likesOf(input, joined);
  const terms = new Map<Condition, FoundTerm>();
  leaves.forEach(({ condition }, at) => {
    const term = found[at];
    if (term !== undefined) terms.set(condition, term);
  });
  const facts: Facts = {
    rows,
    now,
    timeZone,
    foundIn: (condition) => terms.get(condition)?.rows ?? new Uint8Array(rows.length),
    isLike: (key, row) => (likes.get(key)?.[row] ?? 0) > 0,
  };
  const { condition, hits } = matching(query.condition, facts, input.mayRelax);
  const scoreOf = scoresOf(input, { joined, columns }, { leaves, found, likes });
  const scores = new Float64Array(rows.length);
  for (const hit of hits) scores[hit] = scoreOf(hit);
  sortHits(hits, scores, columns, input);
  return {
    condition,
    hits: hits.map((hit) => ({ article_id: rows[hit]?.article_id ?? '', score: scores[hit] ?? 0 })),
    facets: facetsOf(hits, rows, columns),
  };
};

/** Returns the places of the rows that match, by the first of the weaker conditions that any row matches if none matches the query. */
const matching = (
  condition: Condition,
  facts: Facts,
  mayRelax: boolean,
): { condition: Condition; hits: number[] } => {
  const strict = { condition, hits: rowsThat(condition, facts) };
  if (strict.hits.length > 0 || !mayRelax) return strict;
  for (const weaker of relaxed(condition)) {
    const hits = rowsThat(weaker, facts);
    if (hits.length > 0) return { condition: weaker, hits };
  }
  return strict;
};

const rowsThat = (condition: Condition, facts: Facts): number[] => {
  const matches = matchesOf(condition, facts);
  const hits: number[] = [];
  for (let row = 0; row < facts.rows.length; row += 1) if (matches[row] === 1) hits.push(row);
  return hits;
};

type Prepared = { joined: Joined; columns: Columns };

const findTerms = (
  { rows, feeds }: SearchInput,
  { joined, columns }: Prepared,
  leaves: readonly Leaf[],
): FoundTerm[] => {
  const found = leaves.map(() => newFoundTerm(rows.length));
  if (leaves.length === 0) return found;
  for (const { part, rowOf } of joined.parts) findInArticles(part.block, rowOf, leaves, found);
  findInArticles(joined.looseBlock, joined.loose, leaves, found);
  findNamed(rows, columns, feeds, { leaves, found });
  return found;
};

type Evidence = { leaves: readonly Leaf[]; found: readonly FoundTerm[]; likes: NearRows };

/** Returns the likes that a match consists of, not what is excluded. */
const positiveLikes = (condition: Condition): Like[] => {
  switch (condition.kind) {
    case 'all':
    case 'any':
    case 'some':
      return condition.of.flatMap(positiveLikes);
    case 'like':
      return [condition.like];
    case 'text':
    case 'not':
    case 'state':
    case 'date':
    case 'importance':
      return [];
  }
};

/** Feeds, folders and tags of a field say which articles are meant, not how well they match. */
const isScored = ({ is_excluded, condition: { field } }: Leaf): boolean =>
  !is_excluded && (field === null || field === 'title' || field === 'author');

/** The weight of the nearest possible article, compared with matching words. */
const LIKE_WEIGHT = 10;

/** Returns the function that scores a row. A query without words scores by recency and importance alone. */
const scoresOf = (
  { rows, query }: SearchInput,
  { joined, columns }: Prepared,
  { leaves, found, likes }: Evidence,
): ((row: number) => number) => {
  const terms = found
    .filter((_, at) => leaves.slice(at, at + 1).some(isScored))
    .map((term) => ({ term, weight: idf(countOf(term.rows), rows.length) }));
  const near = positiveLikes(query.condition).flatMap((like) => likes.get(likeKey(like)) ?? []);
  const isPlain = terms.length === 0 && near.length === 0;
  return (row) => {
    let sum = isPlain ? 1 : 0;
    const length = (joined.lengths[row] ?? 0) / joined.meanLength;
    for (const { term, weight } of terms) {
      const counts = { title: term.title[row] ?? 0, small: term.small[row] ?? 0, body: term.body[row] ?? 0 };
      sum += weight * saturated(counts, length);
    }
    for (const values of near) sum += LIKE_WEIGHT * (values[row] ?? 0);
    return sum * (columns.factors[row] ?? 1);
  };
};

const countOf = (rows: Uint8Array): number => {
  let count = 0;
  for (const isIn of rows) count += isIn;
  return count;
};

const sortHits = (
  hits: number[],
  scores: Float64Array,
  { placeByTime }: Columns,
  { order, rows }: SearchInput,
): void => {
  const byTime = (a: number, b: number): number => (placeByTime[a] ?? 0) - (placeByTime[b] ?? 0);
  const importance = (row: number): number => rows[row]?.importance ?? -1;
  if (order === 'time') hits.sort(byTime);
  else if (order === 'importance') hits.sort((a, b) => importance(b) - importance(a) || byTime(a, b));
  else hits.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || byTime(a, b));
};
