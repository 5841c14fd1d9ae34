import { z } from 'zod';
import { articleId, timestamp, type SearchOrder } from '../../contract/index.ts';
import { decodeSealedCursor, encodeSealedCursor } from '../../lib/json-cursor.ts';
import type { ReaderRow } from '../keep/reader-rows.ts';
import type { Opened } from '../keep/searcher.ts';
import type { Found } from '../match/search-input.ts';
import { searchRow, type Asked } from './find.ts';

/** The query and the moment that a cursor belongs to. */
export type CursorQuery = { user_id: string; q: string; order: SearchOrder; tz: string };

/**
 * The last row of a page: whether it has all words; its score, or its importance (-1 if there is none), or 0 by time; and the time of
 * the search.
 */
type SearchPosition = {
  has_all: boolean;
  key: number;
  published_at: string;
  article_id: string;
  as_of: string;
};

const positionTuple = z.tuple([z.boolean(), z.number(), timestamp, articleId, timestamp]);

const sealed = ({ user_id, q, order, tz }: CursorQuery): readonly string[] => [user_id, q, order, tz];

/** Returns the cursor of the page after `position`: base64url, under 200 characters. */
export const encodeSearchCursor = (position: SearchPosition, query: CursorQuery): string => {
  const { has_all, key, published_at, article_id, as_of } = position;
  return encodeSealedCursor([has_all, key, published_at, article_id, as_of], sealed(query));
};

/** Returns the position in a cursor. @throws INVALID_CURSOR unless it was made for this reader, query and order. */
export const decodeSearchCursor = (cursor: string, query: CursorQuery): SearchPosition => {
  const position = decodeSealedCursor(positionTuple, cursor, sealed(query));
  const [has_all, key, published_at, article_id, as_of] = position;
  return { has_all, key, published_at, article_id, as_of };
};

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
