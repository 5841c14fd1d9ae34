import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useI18n } from '../../../lib/i18n/language.tsx';
import { getShownList } from '../../../lib/lists/shown-list.ts';
import { useNotify } from '../../../lib/notify.ts';
import { type Side, unreadOn } from './sides.ts';
import { markRows } from './use-set-read.ts';

/**
 * Returns the function that marks the rows above or below an article of the shown list as read, as they are loaded, and
 * offers to take it back. No row moves.
 */
export const useMarkSide = (): ((articleId: string | null, side: Side) => void) => {
  const client = useQueryClient();
  const notify = useNotify();
  const { t } = useI18n();
  return useCallback(
    (articleId, side) => {
      const rows = unreadOn(getShownList().rows, articleId, side);
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
    },
    [client, notify, t],
  );
};
