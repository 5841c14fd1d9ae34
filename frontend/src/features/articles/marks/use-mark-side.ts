import type { ArticleRow } from '@omomi/backend/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { getShownList, loadToEnd } from '../../../lib/shown-list.ts';
import { useNotify } from '../../../lib/notify.ts';
import { markRows } from './use-set-read.ts';

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

/** The article for which a list is being loaded to its end; null if none is. */
let loadingFor: string | null = null;

/**
 * Returns the function that marks the rows above or below an article of the shown list as read, and offers to take it back. No
 * row moves. Rows below that are not there yet are loaded first; if that fails, or another list is shown meanwhile, none is marked.
 */
export const useMarkSide = (): ((articleId: string | null, side: Side) => void) => {
  const client = useQueryClient();
  const notify = useNotify();
  const { t } = useI18n();
  const texts = useTexts('reading');
  return useCallback(
    (articleId, side) => {
      const mark = (all: readonly ArticleRow[]): void => {
        const rows = unreadOn(all, articleId, side);
        if (rows.length === 0) return;
        markRows(client, rows, true);
        const takeBack = (): void => {
          markRows(
            client,
            rows.map((row) => ({ ...row, is_read: true })),
            false,
          );
          notify.info(t.marks.undone);
        };
        notify.offer(t.marks.marked(rows.length), { label: t.marks.undo, run: takeBack });
      };
      const { rows, hasMore } = getShownList();
      if (side === 'above' || !hasMore) return mark(rows);
      if (articleId === null || loadingFor === articleId) return;
      loadingFor = articleId;
      notify.info(texts.loadingBelow);
      loadToEnd(articleId)
        .then((all) => (all === null ? notify.info(texts.leftBelow) : mark(all)), notify.error)
        .finally(() => {
          loadingFor = null;
        });
    },
    [client, notify, t, texts],
  );
};
