import type { ArticleRow } from '@omomi/backend/contract';
import { useEffect, useRef } from 'react';
import { isTyping } from '../../../lib/typing.ts';
import { paneId } from '../pane/open-mode.ts';
import { isAtEnd, turnPage } from '../pane/turn-page.ts';
import { type RowActions, rowButtonId, rowId } from './row-parts.tsx';

type Keys = {
  rows: ArticleRow[];
  /** The open article if it has no row. */
  alone?: ArticleRow | undefined;
  openId: string | null;
  selectedId: string | null;
  actions: RowActions;
  /** Goes to what is above the list, such as the field of a search. ArrowUp on the first article leads there, as Escape does. */
  onLeave?: (() => void) | undefined;
};

/** Checks if the focused element does something of its own at the space key. */
const usesSpace = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element &&
  target.closest('button, summary, input, audio, video, [role=separator]') !== null;

/** The keys that lead from row to row while the focus is on one. Elsewhere they scroll. */
const rowKeys = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End']);

/** Checks if the focus is on a row, and not in the text of its open article. */
const isOnRow = ({ target, shiftKey }: KeyboardEvent): boolean =>
  !shiftKey &&
  target instanceof Element &&
  target.closest('[data-testid=article-row]') !== null &&
  target.closest('section[aria-labelledby], input, audio, video') === null;

/** The frames in which rows above may still get another height, after they were rendered. */
const SETTLED_FRAMES = 3;

/** The frame in which the row is scrolled into view again. Another key takes its place. */
let again = 0;

/** Scrolls a row into view, and again while rows above it that have just been rendered are measured. */
const bringIntoView = (articleId: string, frames = SETTLED_FRAMES): void => {
  const row = document.getElementById(rowId(articleId));
  if (row === null) return;
  cancelAnimationFrame(again);
  row.scrollIntoView({ block: 'nearest' });
  if (frames > 0) again = requestAnimationFrame(() => bringIntoView(articleId, frames - 1));
};

/** The article that is beside the list because the reader moved there, and was not opened by `o`. */
let passingId: string | null = null;

/** Opens an article, or closes it. One that moving has shown is opened first: the keys that scroll then scroll its text. */
const toggle = ({ openId, actions }: Keys, row: ArticleRow): void => {
  const isPassing = row.article_id === openId && row.article_id === passingId;
  passingId = null;
  if (isPassing) document.querySelector<HTMLElement>(`#${paneId} h2`)?.focus();
  else actions.toggleOpen(row);
};

/** Goes to a row: opens it, or only selects it. */
const goTo = ({ openId, actions }: Keys, target: ArticleRow, opens: boolean): void => {
  const { mode } = actions;
  if (opens && target.article_id !== openId) {
    if (mode === 'beside') passingId = target.article_id;
    actions.toggleOpen(target, 'top');
  }
  // An article over the list keeps the focus; below it the list follows.
  if (mode !== 'over' || !opens) {
    document.getElementById(rowButtonId(target.article_id))?.focus({ preventScroll: true });
    actions.select(target.article_id);
  }
  if (mode !== 'in_place' || !opens) bringIntoView(target.article_id);
};

/** Returns the step that a key asks for, and whether it opens the article. */
const stepOf = (key: string, { openId, actions }: Keys): { by: 1 | -1; opens: boolean } | null => {
  const isOpen = openId !== null;
  // Beside the list there is always room to show the article.
  const shows = isOpen || actions.mode === 'beside';
  if (key === 'j') return { by: 1, opens: shows };
  if (key === 'k') return { by: -1, opens: shows };
  // These only select, unless an article hides the selection.
  const hides = isOpen && actions.mode !== 'beside';
  if (key === 'n') return { by: 1, opens: hides };
  return key === 'p' ? { by: -1, opens: hides } : null;
};

/**
 * Returns the row that an arrow, Home or End leads to from the row at `index`. Undefined at the ends of the list, and while an
 * open article hides the selection: there the key scrolls.
 */
const rowAfter = (key: string, { rows, openId, actions }: Keys, index: number): ArticleRow | undefined => {
  if (openId !== null && actions.mode !== 'beside') return undefined;
  switch (key) {
    case 'ArrowDown':
      return rows[index + 1];
    case 'ArrowUp':
      return rows[index - 1];
    case 'Home':
      return rows[0];
    default:
      return rows.at(-1);
  }
};

/** The frames within which a row at an end of the list is rendered. */
const FRAMES = 60;

/** Scrolls to an end of the list and goes to its row once that is rendered. */
const goToEnd = (keys: Keys, target: ArticleRow, top: number): void => {
  cancelAnimationFrame(again);
  window.scrollTo({ top, behavior: 'instant' });
  let left = FRAMES;
  const step = (): void => {
    left -= 1;
    if (document.getElementById(rowButtonId(target.article_id)) !== null) goTo(keys, target, false);
    else if (left > 0) requestAnimationFrame(step);
  };
  step();
};

const rowKeyAction = (key: string, keys: Keys, index: number): (() => void) | null => {
  const target = rowAfter(key, keys, index);
  if (target !== undefined)
    return () => {
      if (key === 'Home') goToEnd(keys, target, 0);
      else if (key === 'End') goToEnd(keys, target, document.documentElement.scrollHeight);
      else goTo(keys, target, false);
    };
  const hides = keys.openId !== null && keys.actions.mode !== 'beside';
  return key === 'ArrowUp' && !hides ? (keys.onLeave ?? null) : null;
};

/** The pages of the open article. */
export type Pages = { isAtEnd: (articleId: string) => boolean; turnPage: (by: 1 | -1) => void };

/** Turns a page of the open article, and opens the next one at its end. Without an open article, opens the selected one. */
const space = (keys: Keys, index: number, { isAtEnd, turnPage }: Pages): (() => void) | null => {
  const { rows, openId } = keys;
  if (openId === null) {
    const target = rows[Math.max(0, index)];
    return target === undefined ? null : () => goTo(keys, target, true);
  }
  return () => {
    if (!isAtEnd(openId)) return turnPage(1);
    const next = rows[rows.findIndex((row) => row.article_id === openId) + 1];
    if (next !== undefined) goTo(keys, next, true);
  };
};

/** Returns the action of a key on the current row; null if the key has none. */
export const keyAction = (key: string, keys: Keys, pages: Pages): (() => void) | null => {
  const { rows, alone, openId, selectedId, actions, onLeave } = keys;
  const currentId = selectedId ?? openId;
  const index = rows.findIndex((row) => row.article_id === currentId);
  const current = rows[index] ?? (alone?.article_id === currentId ? alone : undefined);
  const open = alone ?? rows.find((row) => row.article_id === openId);
  if (rowKeys.has(key)) return rowKeyAction(key, keys, index);
  const step = stepOf(key, keys);
  if (step !== null) {
    const target = rows[index === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, index + step.by))];
    return target === undefined ? null : () => goTo(keys, target, step.opens);
  }
  switch (key) {
    case ' ':
      return space(keys, index, pages);
    case 'Shift+ ':
      return openId === null ? null : () => pages.turnPage(-1);
    case 'v': {
      const link = current?.link;
      return link ? () => actions.visit(link) : null;
    }
    case 'o': {
      const target = current ?? rows[0];
      return target ? () => toggle(keys, target) : null;
    }
    case 'm':
      return current ? () => actions.setRead(current, !current.is_read) : null;
    case 's':
      return current ? () => actions.setSaved(current, !current.is_saved) : null;
    case 'u':
      return open ? () => actions.toggleOpen(open) : null;
    case 'Escape':
      return open ? () => actions.toggleOpen(open) : (onLeave ?? null);
    default:
      return null;
  }
};

/** Returns the article from which a key leads to the next one; null if it leads nowhere. */
const fromOf = (key: string, keys: Keys, { isAtEnd }: Pages): string | null => {
  const { selectedId, openId } = keys;
  if (key === ' ') return openId !== null && isAtEnd(openId) ? openId : null;
  return stepOf(key, keys)?.by === 1 ? (selectedId ?? openId) : null;
};

/** A key that leads to the next row, and the last row that was loaded, on which it was pressed. */
export type Early = { key: string; on: string };

/** Returns what a key is if it leads beyond the rows that are loaded; null for any other. */
export const earlyKey = (key: string, keys: Keys, pages: Pages): Early | null => {
  const on = fromOf(key, keys, pages);
  return on !== null && keys.rows.at(-1)?.article_id === on ? { key, on } : null;
};

/** Tells whether rows have come after the one on which a key was pressed, and the reader is still there. */
export const isDue = ({ key, on }: Early, keys: Keys, pages: Pages): boolean => {
  const at = keys.rows.findIndex(({ article_id }) => article_id === on);
  return fromOf(key, keys, pages) === on && at !== -1 && at < keys.rows.length - 1;
};

const pages: Pages = { isAtEnd, turnPage };

export const useListKeys = (keys: Keys): void => {
  const early = useRef<Early | null>(null);
  useEffect(() => {
    if (early.current !== null && isDue(early.current, keys, pages)) {
      keyAction(early.current.key, keys, pages)?.();
      early.current = null;
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      if (rowKeys.has(event.key) && !isOnRow(event)) return;
      if (event.key === ' ' && usesSpace(event)) return;
      const key = event.key === ' ' && event.shiftKey ? 'Shift+ ' : event.key;
      const act = keyAction(key, keys, pages);
      if (act === null) return;
      event.preventDefault();
      early.current = earlyKey(key, keys, pages);
      act();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
};
