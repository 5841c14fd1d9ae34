import type { ArticleRow } from '@omomi/backend/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { usePreferences } from '../../../lib/preferences/preferences.tsx';
import { markRows } from '../marks/use-set-read.ts';

/**
 * Returns the article whose address the page began with by a fresh navigation: a link, another tab or a typed address. A reload
 * and the browser's history show again what was open before, and so open nothing.
 */
const landedOn = (): string | null => {
  const [entry] = performance.getEntriesByType('navigation');
  if (!(entry instanceof PerformanceNavigationTiming) || entry.type !== 'navigate') return null;
  return new URL(entry.name).searchParams.get('article');
};

/** Null once that article was marked or left. */
let landedId = landedOn();

/** Marks the article read that the page began with, once, so that it can be kept unread. */
export const useMarkLanded = (rows: readonly ArticleRow[], openId: string | null): void => {
  const client = useQueryClient();
  const { mark_read_on_open: marksOnOpen } = usePreferences();
  useEffect(() => {
    if (landedId === null) return;
    if (openId !== landedId) {
      landedId = null;
      return;
    }
    const row = rows.find(({ article_id }) => article_id === landedId);
    if (row === undefined) return;
    landedId = null;
    if (marksOnOpen) markRows(client, [row], true);
  }, [client, rows, openId, marksOnOpen]);
};
