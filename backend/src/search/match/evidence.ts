import { likeKey, type Condition, type Like } from '../query/query.ts';
import { type Columns, idf, saturated } from './rank.ts';
import {
  findNamed,
  findInArticles,
  leavesIn,
  newFoundTerm,
  type FoundTerm,
  type Leaf,
} from './found-terms.ts';
import type { Joined } from './join-rows.ts';
import type { SearchInput } from './search-input.ts';
import { sketchAt } from '../segment/part.ts';
import { nearToSketch, type NearTo } from '../segment/sketch.ts';

/** The rows as a search reads them. */
export type Prepared = { joined: Joined; columns: Columns; meaningOf: (row: number) => number };

/** A word or phrase, where it was found, and how telling it is. */
export type Evidence = { leaf: Leaf; term: FoundTerm; weight: number };

/** The weight of an optional word; a demanded word has 1. With 1 too, a question would find other questions in the same words. */
const OPTIONAL_SHARE = 0.3;

/** Finds each word and phrase of a condition in all texts and names. */
export const evidenceOf = (
  { rows, feeds }: Pick<SearchInput, 'rows' | 'feeds'>,
  { joined, columns }: Prepared,
  condition: Condition,
): Evidence[] => {
  const leaves = leavesIn(condition);
  if (leaves.length === 0) return [];
  const found = leaves.map(() => newFoundTerm(rows.length));
  for (const { part, rowOf } of joined.parts) findInArticles(part.block, rowOf, leaves, found);
  findInArticles(joined.looseBlock, joined.loose, leaves, found);
  findNamed(rows, columns, feeds, { leaves, found });
  return found.flatMap((term, at) => {
    const leaf = leaves[at];
    if (leaf === undefined) return [];
    const share = leaf.is_optional ? OPTIONAL_SHARE : 1;
    return [{ leaf, term, weight: share * idf(countOf(term.rows), rows.length) }];
  });
};

const countOf = (rows: Uint8Array): number => {
  let count = 0;
  for (const isIn of rows) count += isIn;
  return count;
};

/** Feeds, folders and tags of a field say which articles are meant, not how well they match. */
const isScored = ({ is_excluded, condition: { field } }: Leaf): boolean =>
  !is_excluded && (field === null || field === 'title' || field === 'author');

/** Returns the likes that a match consists of, not what is excluded. */
const positiveLikes = (condition: Condition): Like[] => {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.of.flatMap(positiveLikes);
    case 'like':
      return [condition.like];
    case 'text':
    case 'not':
    case 'maybe':
    case 'state':
    case 'date':
    case 'importance':
      return [];
  }
};

/** The weight of the nearest possible article, compared with matching words. */
const LIKE_WEIGHT = 10;

/** Returns the function that scores a row. A query without words scores by recency and importance alone. */
export const scorerOf = (
  { joined, columns, meaningOf }: Prepared,
  condition: Condition,
  evidence: readonly Evidence[],
  likes: NearRows,
): ((row: number) => number) => {
  const terms = evidence.filter(({ leaf }) => isScored(leaf));
  const near = positiveLikes(condition).flatMap((like) => likes.get(likeKey(like)) ?? []);
  const isPlain = terms.length === 0 && near.length === 0;
  return (row) => {
    let sum = isPlain ? 1 : 0;
    const length = (joined.lengths[row] ?? 0) / joined.meanLength;
    for (const { term, weight } of terms) {
      const counts = { title: term.title[row] ?? 0, small: term.small[row] ?? 0, body: term.body[row] ?? 0 };
      sum += weight * saturated(counts, length);
    }
    for (const values of near) sum += LIKE_WEIGHT * (values[row] ?? 0);
    return sum * (columns.factors[row] ?? 1) * meaningOf(row);
  };
};

/** For each `like:` of a query, by its key, how near each row is: 0 for one that is not similar. */
export type NearRows = ReadonlyMap<string, Float32Array>;

export const likesOf = ({ query, rows, likes }: SearchInput, joined: Joined): NearRows => {
  const near = new Map<string, Float32Array>();
  for (const like of query.likes) {
    const key = likeKey(like);
    const nearTo = likes.get(key) ?? (like.kind === 'article' ? nearToArticle(joined, key) : null);
    const values = new Float32Array(rows.length);
    near.set(key, values);
    if (nearTo === null) continue;
    for (const { part, rowOf } of joined.parts)
      for (const item of rowOf.items) {
        const row = rowOf.rows[item] ?? -1;
        const sketch = sketchAt(part, item);
        if (sketch === null || rows[row]?.article_id === key) continue;
        values[row] = nearTo(sketch);
      }
  }
  return near;
};

const nearToArticle = ({ parts }: Joined, id: string): NearTo | null => {
  for (const { part } of parts) {
    const sketch = sketchAt(part, part.ids.indexOf(id));
    if (sketch !== null) return nearToSketch(sketch);
  }
  return null;
};
