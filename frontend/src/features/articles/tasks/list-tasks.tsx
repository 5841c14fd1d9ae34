import { useEffect, useState, useCallback, useMemo, useRef } from 'react';
import type { ArticleRow } from '@omomi/backend/contract';
import { useQueryClient } from '@tanstack/react-query';
import { usePreferences } from '../../../lib/preferences/preferences.tsx';
import { usePlainKeys } from '../../../lib/use-plain-keys.ts';
import { setShownList } from '../../../lib/shown-list.ts';
import { markRows } from '../marks/use-set-read.ts';
import { type Side, useMarkSide } from '../marks/use-mark-side.ts';
import { usePrefetch } from './use-prefetch.ts';
import type { RowActions } from '../list/row-parts.tsx';
import { ArticleMenus } from '../menu/article-menus.tsx';
import { useMarkScrolled } from './use-mark-scrolled.ts';
import { usePassed } from './use-passed.ts';

const articleAt = (target: EventTarget | null): string | null =>
  target instanceof Element ? (target.closest('[data-article]')?.getAttribute('data-article') ?? null) : null;

/** Returns the article that the reader is at: that of the row that had the focus last, or the one opened since. */
const useCurrent = (openId: string | null): string | null => {
  const [currentId, setCurrentId] = useState(() => articleAt(document.activeElement));
  const [openedId, setOpenedId] = useState<string | null>(null);
  if (openId !== openedId) {
    setOpenedId(openId);
    if (openId !== null) setCurrentId(openId);
  }
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent): void => {
      const id = articleAt(target);
      if (id !== null) setCurrentId(id);
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, []);
  return currentId;
};

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
const useMarkLanded = (rows: readonly ArticleRow[], openId: string | null): void => {
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

/** The keys go where k and j go. */
const sideOf: Readonly<Record<string, Side>> = { K: 'above', J: 'below' };

/** Handles the keys that mark what is above or below the current article as read. */
const useSideKeys = (currentId: string | null): void => {
  const mark = useMarkSide();
  usePlainKeys(({ key }) => {
    const side = sideOf[key];
    if (side !== undefined) mark(currentId, side);
  });
};

type Props = {
  rows: readonly ArticleRow[];
  hasMore: boolean;
  /** Loads the next rows. Rejects if they could not be loaded. */
  onMore: () => Promise<unknown>;
  openId: string | null;
  /** The open article, if the list has no row of it. */
  alone: ArticleRow | undefined;
  actions: RowActions;
};

/** Does what a list needs only after it is shown: its code comes with that of an article. */
export const ListTasks = ({ rows, hasMore, onMore, openId, alone, actions }: Props) => {
  const known = useMemo(() => (alone === undefined ? rows : [alone, ...rows]), [rows, alone]);
  const currentId = useCurrent(openId);
  const latest = useRef(onMore);
  useEffect(() => {
    latest.current = onMore;
  });
  const loadMore = useCallback(() => latest.current(), []);
  useEffect(() => setShownList({ rows, hasMore, loadMore, currentId }), [rows, hasMore, loadMore, currentId]);
  useEffect(() => () => setShownList(null), []);
  useSideKeys(currentId);
  useMarkScrolled(rows);
  usePrefetch(rows, openId);
  usePassed(rows, openId);
  useMarkLanded(known, openId);
  return <ArticleMenus rows={known} openId={openId} currentId={currentId} actions={actions} />;
};
