import type { ArticleRow } from '@omomi/backend/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { type RowActions, rowId } from './row-parts.tsx';
import type { OpenMode } from '../pane/open-mode.ts';
import { useSetSaved } from '../marks/mutations.ts';
import { useSetRead } from '../marks/use-set-read.ts';
import { articleQuery } from '../queries.ts';

/**
 * Opens a page in another tab, behind this one where the browser allows it: a press with the modifier key of the system
 * does that, and scripts have no other way. The page opened learns nothing of this one.
 */
const openInBackground = (address: string): void => {
  const link = document.createElement('a');
  link.href = address;
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
  const isMac = /mac/i.test(navigator.userAgent);
  link.dispatchEvent(
    new MouseEvent('click', { ctrlKey: !isMac, metaKey: isMac, bubbles: true, cancelable: true }),
  );
};

type Wiring = {
  mode: OpenMode;
  openId: string | null;
  /** True if opening an article marks it as read. */
  marksOnOpen: boolean;
  onOpen: (row: ArticleRow | null) => void;
  addressOf: (articleId: string) => string;
  select: (articleId: string) => void;
};

/**
 * Returns the actions of all rows. The object stays the same from render to render, so that marking one article does
 * not render every row again.
 */
export const useRowActions = (wiring: Wiring): RowActions => {
  const client = useQueryClient();
  const setRead = useSetRead();
  const { mutate: setSaved } = useSetSaved();
  const latest = useRef(wiring);
  const held = useRef<{ id: string; top: number | 'header' } | null>(null);
  useLayoutEffect(() => {
    latest.current = wiring;
  });
  // Keeps the clicked row under the pointer, although an article above it may close at the same time.
  useLayoutEffect(() => {
    const before = held.current;
    held.current = null;
    const element = before === null ? null : document.getElementById(rowId(before.id));
    if (before === null || element === null) return;
    if (before.top === 'header') element.scrollIntoView({ block: 'start', behavior: 'instant' });
    else window.scrollBy({ top: element.getBoundingClientRect().top - before.top, behavior: 'instant' });
  }, [wiring.openId]);
  const { mode } = wiring;
  return useMemo<RowActions>(() => {
    /** Keeps a row that opens or closes in its place, or has it scrolled to the header. */
    const hold = (articleId: string, scroll: 'top' | undefined): void => {
      const top = document.getElementById(rowId(articleId))?.getBoundingClientRect().top;
      // Only in its place does an open article move what is below it.
      if (top === undefined || latest.current.mode !== 'in_place') return;
      // A row that was scrolled off the screen gets back to its upper edge.
      const isGone = latest.current.openId === articleId && top < 0;
      held.current = { id: articleId, top: scroll === 'top' || isGone ? 'header' : top };
    };
    const toggleOpen: RowActions['toggleOpen'] = (row, scroll) => {
      hold(row.article_id, scroll);
      if (latest.current.openId === row.article_id) {
        latest.current.onOpen(null);
        return;
      }
      latest.current.onOpen(row);
      latest.current.select(row.article_id);
      if (latest.current.marksOnOpen && !row.is_read) setRead(row, true);
    };
    return {
      mode,
      toggleOpen,
      press: (row) => {
        if (latest.current.mode === 'in_place' || latest.current.openId !== row.article_id) toggleOpen(row);
      },
      setRead,
      setSaved: (row, isSaved) => setSaved({ row, isSaved }),
      visit: openInBackground,
      warm: (articleId) => void client.prefetchQuery(articleQuery(articleId)),
      addressOf: (articleId) => latest.current.addressOf(articleId),
      select: (articleId) => latest.current.select(articleId),
    };
  }, [client, mode, setRead, setSaved]);
};
