import type { ReaderRow } from '../keep/rows/reader-rows.ts';
import type { Opened } from '../keep/searcher.ts';
import type { Found } from '../match/search-input.ts';
import { searchRow, type Asked } from './find.ts';
import type { SearchPosition } from './search-cursor.ts';

type Hit = Found['hits'][number];
type Position = Omit<SearchPosition, 'as_of'>;

/** Returns the place of a hit in the order of a search. */
export const keyOf = (hit: Hit, opened: Opened, asked: Asked): Position =>
  positionOf(
    hit,
    opened.rows.find(({ article_id }) => article_id === hit.article_id),
    opened,
    asked,
  );

/**
 * Returns the number of the first hit after a position. The row that the page before ended with is looked for first, so
 * that scores which changed a little, since articles went, neither repeat nor skip any.
 */
export const afterPosition = (
  hits: readonly Hit[],
  opened: Opened,
  asked: Asked,
  position: Position,
): number => {
  const same = hits.findIndex(({ article_id }) => article_id === position.article_id);
  if (same !== -1) return same + 1;
  const rows = new Map(opened.rows.map((row) => [row.article_id, row]));
  const first = hits.findIndex(
    (hit) => compare(positionOf(hit, rows.get(hit.article_id), opened, asked), position) > 0,
  );
  return first === -1 ? hits.length : first;
};

/** Compares as `search` sorts: what has all words first, then the largest key, then the newest, then by article_id. */
const compare = (a: Position, b: Position): number =>
  Number(b.has_all) - Number(a.has_all) ||
  b.key - a.key ||
  descending(a.published_at, b.published_at) ||
  descending(b.article_id, a.article_id);

const descending = (a: string, b: string): number => (a < b ? 1 : a > b ? -1 : 0);

const positionOf = (
  { article_id, score, has_all }: Hit,
  row: ReaderRow | undefined,
  opened: Opened,
  { order, as_of }: Asked,
): Position => {
  const importance = row === undefined ? null : searchRow(row, opened, as_of).importance;
  const key = order === 'relevance' ? score : order === 'importance' ? (importance ?? -1) : 0;
  return { has_all, key, published_at: row?.published_at ?? '', article_id };
};
