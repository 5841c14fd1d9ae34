import type { ArticleRow } from '@omomi/backend/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ListLook } from '../../../lib/preferences/choices.ts';
import { usePreferences } from '../../../lib/preferences/preferences.tsx';
import { type ArticlePages, type OpenPlace, createRowsOf, withOpenRow } from '../cache.ts';
import { articleQuery } from '../queries.ts';
import type { RowActions } from './row-parts.tsx';
import { useListKeys } from './use-list-keys.ts';
import type { Missing } from '../pane/missing-article.tsx';
import { type OpenMode, useOpenMode } from '../pane/open-mode.ts';
import { useRowActions } from './use-row-actions.ts';

type List = {
  /** Undefined until the first page is loaded. */
  loaded: Pick<ArticlePages, 'pages'> | undefined;
  /** The view of the list, on which depends where an article opens. */
  look: ListLook;
  openId: string | null;
  onOpen: (articleId: string | null) => void;
  /** Returns the address of an article in this list. */
  addressOf: (articleId: string) => string;
  /** True while what is loaded is another list. The keys then act on the open article only. */
  isStale?: boolean;
  /** Goes to what is above the list. */
  onLeave?: () => void;
};

type Placed = {
  rows: ArticleRow[];
  /** The open article, if the list has no row of it. */
  alone: ArticleRow | undefined;
  /** Remembers where the row of an article stands that is about to open. */
  keepPlace: (row: ArticleRow) => void;
};

/**
 * Returns the rows of the list with the open article in its place. An article of which the rows that are loaded have no place,
 * such as that of a link, is `alone`: it is shown beside or over the list without a row, since its row would push the others
 * down and let them go up later.
 */
const usePlaced = (
  { loaded, openId }: Pick<List, 'loaded' | 'openId'>,
  mode: OpenMode,
  opened: ArticleRow | undefined,
): Placed => {
  const [rowsOf] = useState(createRowsOf);
  const [place, setPlace] = useState<OpenPlace | null>(null);
  const openPlace = (): OpenPlace | null => {
    if (openId === null) return null;
    if (place?.row.article_id === openId) return { row: opened ?? place.row, index: place.index };
    return opened === undefined ? null : { row: opened, index: 0 };
  };
  const all = useMemo(() => rowsOf(loaded), [rowsOf, loaded]);
  const placed = openPlace();
  const isAlone =
    placed !== null &&
    mode !== 'in_place' &&
    place?.row.article_id !== openId &&
    all.length > 0 &&
    all.every((row) => row.article_id !== openId);
  const rows = isAlone ? all : withOpenRow(all, placed);
  return {
    rows,
    alone: isAlone ? placed.row : undefined,
    keepPlace: (row) => {
      const index = rows.findIndex((each) => each.article_id === row.article_id);
      if (index !== -1) setPlace({ row, index });
    },
  };
};

type Opened = Pick<Placed, 'rows' | 'alone'> & { actions: RowActions; missing: Missing | null };

/**
 * Returns the rows of the list with the open article in its place, and their actions; also why the open article is missing, if
 * it could not be loaded. While the list is not there, its only row is that of the open article. Also handles the list's keys.
 */
export const useOpenArticle = (list: List): Opened => {
  const { look, openId, onOpen, addressOf, isStale = false, onLeave } = list;
  const { mark_read_on_open: marksOnOpen } = usePreferences();
  const mode = useOpenMode(look);
  const [selectedId, setSelectedId] = useState<string | null>(openId);
  const opened = useQuery({ ...articleQuery(openId ?? ''), enabled: openId !== null });
  const { rows, alone, keepPlace } = usePlaced(list, mode, openId === null ? undefined : opened.data);
  const actions = useRowActions({
    mode,
    openId,
    marksOnOpen,
    addressOf,
    onOpen: (row) => {
      if (row !== null) keepPlace(row);
      onOpen(row?.article_id ?? null);
    },
    select: setSelectedId,
  });
  const ofKeys = isStale ? rows.filter(({ article_id }) => article_id === openId) : rows;
  useListKeys({ rows: ofKeys, alone, openId, selectedId, actions, onLeave });
  const isMissing =
    openId !== null &&
    alone === undefined &&
    opened.error !== null &&
    rows.every((row) => row.article_id !== openId);
  const missing = isMissing
    ? { error: opened.error, retry: () => void opened.refetch(), close: () => onOpen(null) }
    : null;
  return { rows, alone, actions, missing };
};
