import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

/** Height of a row in pixels. All rows are equally high, so that none has to be measured. */
export const rowHeight = 56;

/** Number of rows beyond those in view, above and below. */
const overscan = 8;

const pageOfRows = 10;

/** Returns the row to which a key leads from another; null for other keys. */
export const rowAfterKey = (key: string, from: number, count: number): number | null => {
  const to = new Map([
    ['ArrowDown', from + 1],
    ['ArrowUp', from - 1],
    ['PageDown', from + pageOfRows],
    ['PageUp', from - pageOfRows],
    ['Home', 0],
    ['End', count - 1],
  ]).get(key);
  return to === undefined || count === 0 ? null : Math.min(count - 1, Math.max(0, to));
};

/**
 * Renders only the rows in view of a long table, and moves the focus from row to row by keys. Only one row is in the
 * tab order: the last one that had the focus, or the first in view. `onNearEnd` is called as the last rows come near.
 */
export const useRows = (count: number, onNearEnd: () => void) => {
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  /** The row that gets the focus as soon as it is rendered. */
  const wanted = useRef<number | null>(null);
  // Its answers change without a rendering of this hook's own, so nothing here memoises them.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
    // The head of the table covers the top of what scrolls.
    scrollPaddingStart: rowHeight,
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (last >= count - overscan * 2) onNearEnd();
  }, [last, count, onNearEnd]);
  useEffect(() => {
    if (wanted.current === null) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"] a`);
    if (row === null || row === undefined) return;
    wanted.current = null;
    row.focus({ preventScroll: true });
  });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const row = event.target instanceof Element ? event.target.closest('[data-index]') : null;
    if (row === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = rowAfterKey(event.key, Number(row.getAttribute('data-index')), count);
    if (to === null) return;
    event.preventDefault();
    wanted.current = to;
    setActive(to);
    virtualizer.scrollToIndex(to, { align: 'auto' });
  };
  return {
    scroller,
    items,
    /** Heights in pixels of what is not rendered above and below. */
    before: items[0]?.start ?? 0,
    after: virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0),
    tabbable: active >= first && active <= last ? active : first,
    onKeyDown,
    onFocus: setActive,
  };
};
