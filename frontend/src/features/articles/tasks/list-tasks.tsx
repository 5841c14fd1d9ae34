import type { ArticleRow } from '@omomi/backend/contract';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { setShownList } from '../../../lib/lists/shown-list.ts';
import { usePrefetch } from '../article/use-prefetch.ts';
import type { RowActions } from '../list/row-parts.tsx';
import { ArticleMenus } from '../menu/article-menus.tsx';
import { useMarkScrolled } from '../marks/use-mark-scrolled.ts';
import { useSideKeys } from '../marks/use-side-keys.ts';
import { usePassed } from '../opinions/use-passed.ts';
import { useCurrent } from './use-current.ts';
import { useMarkLanded } from './use-mark-landed.ts';

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
  return <ArticleMenus rows={known} openId={openId} actions={actions} />;
};
