import type { ArticleRow } from '@omomi/backend/contract';
import type { ArticleFilter, ArticleSort } from '../../../lib/article-terms.ts';

/** Rows as the server lists them now. `covers` tells if a row would be among them, if it were still in the list. */
export type Listed = { rows: readonly ArticleRow[]; covers: (row: ArticleRow) => boolean };

const keyOf = (row: ArticleRow, sort: ArticleSort): string | number =>
  sort === 'published_at' ? row.published_at : (row.importance_score ?? -Infinity);

/** Takes the first rows of a list. `isAll` if it has no more. */
export const listedOf = (rows: readonly ArticleRow[], sort: ArticleSort, isAll: boolean): Listed => {
  const last = rows.reduce<ArticleRow | null>(
    (least, row) => (least === null || keyOf(row, sort) < keyOf(least, sort) ? row : least),
    null,
  );
  return { rows, covers: (row) => isAll || (last !== null && keyOf(row, sort) > keyOf(last, sort)) };
};

/**
 * Returns the rows as they are at the server now, by id. A row that a list of unread articles no longer has was read,
 * unless the server was not asked as far as that.
 */
export const changedRows = (
  shown: readonly ArticleRow[],
  { rows, covers }: Listed,
  filter: ArticleFilter,
): Map<string, ArticleRow> => {
  const now = new Map(rows.map((row) => [row.article_id, row]));
  const changed = new Map<string, ArticleRow>();
  for (const row of shown) {
    const listed = now.get(row.article_id);
    if (listed !== undefined) changed.set(row.article_id, listed);
    else if (filter === 'unread' && !row.is_read && covers(row))
      changed.set(row.article_id, { ...row, is_read: true });
    else if (filter === 'read' && row.is_read && covers(row))
      changed.set(row.article_id, { ...row, is_read: false, read_at: null });
  }
  return changed;
};

/** Checks if the rows that are in both stand in another order at the server. */
export const isReordered = (shown: readonly ArticleRow[], { rows }: Listed): boolean => {
  const place = new Map(rows.map(({ article_id }, index) => [article_id, index]));
  const places = shown.flatMap(({ article_id }) => place.get(article_id) ?? []);
  return places.some((at, index) => index > 0 && at < (places[index - 1] ?? 0));
};
