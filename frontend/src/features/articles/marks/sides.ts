import type { ArticleRow } from '@omomi/backend/contract';

export const sides = ['above', 'below'] as const;
/** The rows of a list on one side of an article. */
export type Side = (typeof sides)[number];

type Row = Pick<ArticleRow, 'article_id' | 'is_read' | 'is_former_feed'>;

/**
 * Returns the unread ones of some rows above or below an article. Articles kept from a feed that the reader has
 * left are not among them, because such a mark could not be taken back.
 */
export const unreadOn = <R extends Row>(rows: readonly R[], articleId: string | null, side: Side): R[] => {
  const at = rows.findIndex(({ article_id }) => article_id === articleId);
  if (at === -1) return [];
  const part = side === 'above' ? rows.slice(0, at) : rows.slice(at + 1);
  return part.filter(({ is_read, is_former_feed }) => !is_read && !is_former_feed);
};

/** Returns how many unread rows of a list are above or below an article; null below it if the list goes on. */
export const countOn = (
  { rows, hasMore }: { rows: readonly Row[]; hasMore: boolean },
  articleId: string | null,
  side: Side,
): number | null => {
  const isThere = rows.some(({ article_id }) => article_id === articleId);
  return isThere && hasMore && side === 'below' ? null : unreadOn(rows, articleId, side).length;
};
