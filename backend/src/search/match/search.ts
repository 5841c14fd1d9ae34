import { likeKey, type Condition } from '../query/query.ts';
import { idf, importanceFactor, recencyFactor, saturated } from '../rank/score.ts';
import { facetsOf } from './facets.ts';
import { findNamed } from './find-named.ts';
import { findInArticles, isFound, leavesIn, newFoundTerm, type FoundTerm, type Leaf } from './found-terms.ts';
import { likesOf, type NearRows } from './likes.ts';
import { matchesOf } from './matching.ts';
import { joinRows, type Joined } from './join-rows.ts';
import type { Found, SearchInput, SearchRow } from './search-input.ts';

/**
 * Finds the articles of a reader that match a query. The time is linear in the texts. Scores depend on all rows and on `now`, so whoever
 * pages through hits hands in the same ones for each page.
 *
 * 1. Join rows with the parts that have their texts.
 * 2. Find each word and phrase of the query in all texts and names.
 * 3. Keep the rows that match the query, and count them by feed and state.
 * 4. Score and sort them.
 */
export const search = (input: SearchInput): Found => {
  const { rows, query, now } = input;
  const joined = joinRows(input);
  const leaves = leavesIn(query.condition, 'all');
  const found = findTerms(input, joined, leaves);
  const likes = likesOf(input, joined);
  const places = new Map<Condition, number>(leaves.map(({ condition }, at) => [condition, at]));
  const matches = matchesOf(query.condition, {
    rows,
    now,
    isFound: (condition, row) => {
      const term = found[places.get(condition) ?? -1];
      return term !== undefined && isFound(term, row);
    },
    isLike: (key, row) => (likes.get(key)?.[row] ?? 0) > 0,
  });
  const hits: number[] = [];
  for (let row = 0; row < rows.length; row += 1) if (matches(row)) hits.push(row);
  const scores = scoresOf(input, joined, { leaves, found, likes });
  const scored = hits.flatMap((at) => {
    const row = rows[at];
    return row === undefined ? [] : [{ row, score: scores(at) }];
  });
  sortHits(scored, input.order);
  return {
    hits: scored.map(({ row, score }) => ({ article_id: row.article_id, score })),
    facets: facetsOf(scored.map(({ row }) => row)),
  };
};

const findTerms = ({ rows, feeds }: SearchInput, joined: Joined, leaves: readonly Leaf[]): FoundTerm[] => {
  const found = leaves.map(() => newFoundTerm(rows.length));
  if (leaves.length === 0) return found;
  for (const { part, rowOf } of joined.parts)
    findInArticles(part.block, (item) => rowOf[item] ?? -1, leaves, found);
  if (joined.loose.length > 0)
    findInArticles(joined.looseBlock, (item) => joined.loose[item] ?? -1, leaves, found);
  findNamed(rows, feeds, leaves, found);
  return found;
};

type Evidence = { leaves: readonly Leaf[]; found: readonly FoundTerm[]; likes: NearRows };

/** Returns the words, phrases and likes that a match consists of, not what is excluded. */
const positiveIn = (condition: Condition): Condition[] => {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.of.flatMap(positiveIn);
    case 'text':
    case 'like':
      return [condition];
    case 'not':
    case 'state':
    case 'date':
    case 'importance':
      return [];
  }
};

/** What an article that is as near as can be counts beside words. */
const LIKE_WEIGHT = 10;

/** Returns the function that scores a row. A query without words scores by recency and importance alone. */
const scoresOf = (
  { rows, query, now }: SearchInput,
  joined: Joined,
  { leaves, found, likes }: Evidence,
): ((row: number) => number) => {
  const positive = new Set(positiveIn(query.condition));
  const terms = leaves.flatMap(({ condition: leaf }, at) => {
    const term = found[at];
    const { field } = leaf;
    if (
      term === undefined ||
      !positive.has(leaf) ||
      field === 'feed' ||
      field === 'folder' ||
      field === 'tag'
    )
      return [];
    let count = 0;
    for (let row = 0; row < rows.length; row += 1) if (isFound(term, row)) count += 1;
    return [{ term, weight: idf(count, rows.length) }];
  });
  const near = [...positive].flatMap((each) => {
    const values = each.kind === 'like' ? likes.get(likeKey(each.like)) : undefined;
    return values === undefined ? [] : [values];
  });
  const isPlain = terms.length === 0 && near.length === 0;
  return (row) => {
    let sum = isPlain ? 1 : 0;
    const length = (joined.lengths[row] ?? 0) / joined.meanLength;
    for (const { term, weight } of terms) {
      const counts = { title: term.title[row] ?? 0, small: term.small[row] ?? 0, body: term.body[row] ?? 0 };
      sum += weight * saturated(counts, length);
    }
    for (const values of near) sum += LIKE_WEIGHT * (values[row] ?? 0);
    const { published_at: publishedAt = '', importance = null } = rows[row] ?? {};
    return sum * recencyFactor(publishedAt, now) * importanceFactor(importance);
  };
};

const descending = (a: string | number, b: string | number): number => (a < b ? 1 : a > b ? -1 : 0);

const sortHits = (hits: { row: SearchRow; score: number }[], order: SearchInput['order']): void => {
  const key = ({ row, score }: { row: SearchRow; score: number }): number =>
    order === 'relevance' ? score : order === 'importance' ? (row.importance ?? -1) : 0;
  hits.sort(
    (a, b) =>
      key(b) - key(a) ||
      descending(a.row.published_at, b.row.published_at) ||
      descending(b.row.article_id, a.row.article_id),
  );
};
