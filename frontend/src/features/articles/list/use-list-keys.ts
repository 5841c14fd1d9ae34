import type { ArticleRow } from '@omomi/backend/contract';
import { useEffect } from 'react';
import { isTyping } from '../../../lib/typing.ts';
import { type RowActions, rowButtonId, rowId } from './row-parts.tsx';

type Keys = {
  rows: ArticleRow[];
  openId: string | null;
  selectedId: string | null;
  actions: RowActions;
  /**
   * Goes to what is above the list, such as the field of a search. With it, arrows move too while no article is open:
   * from the first article they lead there, as Escape does.
   */
  onLeave?: (() => void) | undefined;
};

const isRow = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('[data-testid=article-row]') !== null;

/** Returns the action of a key on the current row; null if the key has none. */
export const keyAction = (
  key: string,
  { rows, openId, selectedId, actions, onLeave }: Keys,
): (() => void) | null => {
  const currentId = selectedId ?? openId;
  const index = rows.findIndex((row) => row.article_id === currentId);
  const current = rows[index];
  const step = (by: 1 | -1) => () => {
    const target = rows[index === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, index + by))];
    if (target === undefined) return;
    // While an article is open, the step opens the next one. Otherwise it moves the selection only.
    if (openId !== null && target.article_id !== openId) actions.toggleOpen(target, 'top');
    document.getElementById(rowButtonId(target.article_id))?.focus({ preventScroll: true });
    if (openId === null)
      document.getElementById(rowId(target.article_id))?.scrollIntoView({ block: 'nearest' });
  };
  const hasArrows = onLeave !== undefined && openId === null;
  switch (key) {
    case 'j':
    case 'n':
      return step(1);
    case 'k':
    case 'p':
      return step(-1);
    case 'ArrowDown':
      return hasArrows ? step(1) : null;
    case 'ArrowUp':
      return hasArrows ? (index <= 0 ? onLeave : step(-1)) : null;
    case 'v': {
      const link = current?.link;
      return link ? () => actions.visit(link) : null;
    }
    case 'o':
      return current ? () => actions.toggleOpen(current) : null;
    case 'm':
      return current ? () => actions.setRead(current, !current.is_read) : null;
    case 's':
      return current ? () => actions.setSaved(current, !current.is_saved) : null;
    case 'Escape': {
      const open = rows.find((row) => row.article_id === openId);
      return open ? () => actions.toggleOpen(open) : (onLeave ?? null);
    }
    default:
      return null;
  }
};

export const useListKeys = (keys: Keys): void => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      if (event.key.startsWith('Arrow') && !isRow(event)) return;
      const act = keyAction(event.key, keys);
      if (act === null) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
};
