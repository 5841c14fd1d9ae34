import { z } from 'zod';
import { articleId, timestamp, type ArticleQuery } from '../../contract/index.ts';
import type { EntryPosition } from '../../model/article/entry.ts';
import { decodeSealedCursor, encodeSealedCursor } from '../../lib/json-cursor.ts';

/**
 * The parts of a query that a cursor is bound to: everything that decides the order and content of a list, but not the
 * page size.
 */
export type CursorQuery = Pick<ArticleQuery, 'sort' | 'filter' | 'feed_id' | 'folder' | 'tag' | 'fold'> & {
  user_id: string;
};

const positionTuple = z.tuple([
  z.number().min(0).nullable(),
  timestamp,
  articleId,
  z.int().min(0).nullable().optional(),
  z.number().min(0).optional(),
  z.string().optional(),
  z.int().min(0).max(200).optional(),
  timestamp.optional(),
]);

/** Returns what a cursor belongs to, in the form in which its seal has it. */
const sealed = (query: CursorQuery): readonly unknown[] => [
  query.user_id,
  query.sort,
  query.filter,
  query.feed_id ?? null,
  query.folder ?? null,
  ...(query.tag === undefined ? [] : [{ tag: query.tag }]),
  ...(query.fold === true ? ['folded'] : []),
];

/**
 * The position that a page begins after. At most `left` rows follow it; null if that is unknown. `freshness_days` is the
 * half-life that the list was sorted by, which goes on if the reader chooses another. `shown` are the stories that the
 * pages before showed (`stories/fold-rows.ts`), or in a list that is not folded the articles; at most `ahead` of them
 * come after the position, 0 to 200.
 */
export type CursorPosition = EntryPosition & {
  left: number | null;
  freshness_days: number;
  shown: string;
  ahead: number;
};

/** Returns the cursor of the page that begins after `position`: base64url, under 200 characters, or 2,500 in a list
 * that is folded or balanced. */
export const encodeCursor = (
  position: Omit<CursorPosition, 'left' | 'shown' | 'ahead'> &
    Partial<Pick<CursorPosition, 'left' | 'shown' | 'ahead'>>,
  query: CursorQuery,
): string => {
  const { order, saved_at = null, published_at, article_id, left = null, freshness_days } = position;
  const { shown = '', ahead = 0 } = position;
  const value = [
    order,
    published_at,
    article_id,
    left,
    freshness_days,
    ...(shown === '' && saved_at === null ? [] : [shown, ahead]),
    ...(saved_at === null ? [] : [saved_at]),
  ];
  return encodeSealedCursor(value, sealed(query));
};

/**
 * Returns the position in a cursor. Throws INVALID_CURSOR unless encodeCursor made it for this very query and it is
 * unchanged.
 */
export const decodeCursor = (cursor: string, query: CursorQuery): CursorPosition => {
  const position = decodeSealedCursor(positionTuple, cursor, sealed(query));
  const [order, publishedAt, id, left = null, freshnessDays = 0, shown = '', ahead = 0, savedAt = null] =
    position;
  return {
    order,
    saved_at: savedAt,
    published_at: publishedAt,
    article_id: id,
    left,
    freshness_days: freshnessDays,
    shown,
    ahead,
  };
};
