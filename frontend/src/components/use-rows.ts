import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

/** The look of a table that scrolls in its own box, with its head and its first column always in view. */
export const tableStyle = {
  overscrollBehavior: 'contain',
  '& table': { tableLayout: 'fixed', width: '100%', borderCollapse: 'separate', borderSpacing: 0 },
  '& th': {
    position: 'sticky',
    top: 0,
    zIndex: 2,
    padding: 0,
    bg: 'bg.subtle',
    borderBottom: '1px solid',
    borderColor: 'border',
    fontSize: '0.75rem',
    fontWeight: 500,
    color: 'fg.muted',
    whiteSpace: 'nowrap',
  },
  '& th button': {
    font: 'inherit',
    color: 'inherit',
    textAlign: 'inherit',
    width: '100%',
    minHeight: '40px',
    paddingInline: '12px',
    cursor: 'pointer',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  '& th button:hover, & th[aria-sort]': { color: 'fg' },
  '& th button:focus-visible': { outlineOffset: '-2px' },
  '& td': {
    paddingInline: '12px',
    borderBottom: '1px solid',
    borderColor: 'border.subtle',
    fontSize: '0.8125rem',
    fontVariantNumeric: 'tabular-nums',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& th:first-of-type, & tr[data-index] td:first-of-type': {
    position: 'sticky',
    insetInlineStart: 0,
    bg: 'bg.panel',
  },
  '& tr[data-index] td:first-of-type': { padding: 0, zIndex: 1 },
  '& th:first-of-type': { zIndex: 3, bg: 'bg.subtle' },
  // As exact as the rule of the first column above.
  '& tr[data-index]:hover td, & tr[data-index]:hover td:first-of-type': { bg: 'bg.subtle' },
  '& tr[data-open=true] td, & tr[data-open=true] td:first-of-type': { bg: 'shu.subtle' },
} as const;

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

/** Returns the selector of the control of another row that stands where this one does: its link, if none is named. */
const sameControl = (element: Element): string => {
  const name = element.closest('[data-control]')?.getAttribute('data-control');
  return name === undefined || name === null ? 'a' : `[data-control="${name}"]`;
};

type Options = {
  count: number;
  /** Height of a row in pixels. All rows are equally high, so that none has to be measured. */
  height: number;
  /** Height in pixels of what covers the top of what scrolls, such as the head of a table. */
  covered: number;
  /** Called as the last rows come near. */
  onNearEnd?: () => void;
};

/**
 * Renders only the rows in view of a long table, and moves the focus from row to row by keys. Only one row is in the
 * tab order: the last one that had the focus, or the first in view. A row has `data-index`; the controls of a row that has
 * several have `data-control`.
 */
export const useRows = ({ count, height, covered, onNearEnd }: Options) => {
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  /** The control that gets the focus as soon as it is rendered. */
  const wanted = useRef<string | null>(null);
  // Its answers change without a rendering of this hook's own, so nothing here memoises them.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan,
    scrollPaddingStart: covered,
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (last >= count - overscan * 2) onNearEnd?.();
  }, [last, count, onNearEnd]);
  useEffect(() => {
    if (wanted.current === null) return;
    const control = scroller.current?.querySelector<HTMLElement>(wanted.current);
    if (control === null || control === undefined) return;
    wanted.current = null;
    control.focus({ preventScroll: true });
  });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const from = event.target instanceof Element ? event.target : null;
    const row = from?.closest('[data-index]') ?? null;
    if (from === null || row === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = rowAfterKey(event.key, Number(row.getAttribute('data-index')), count);
    if (to === null) return;
    event.preventDefault();
    wanted.current = `[data-index="${to}"] ${sameControl(from)}`;
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
