import { type RefObject, useLayoutEffect, useState } from 'react';
import { haveSameValues } from '../../../lib/same-values.ts';

type Grid = {
  /** Number of columns as the style sheet lays them out. */
  columns: number;
  /** The space between two lines, in pixels. */
  gap: number;
  /** The distance of the list from the top of the document, in pixels. */
  top: number;
};

const measure = (list: HTMLElement): Grid => {
  const { gridTemplateColumns, rowGap } = getComputedStyle(list);
  return {
    columns: gridTemplateColumns.split(' ').length,
    gap: Number.parseFloat(rowGap) || 0,
    top: Math.round(list.getBoundingClientRect().top + window.scrollY),
  };
};

/** Returns the grid of a list, measured again when the list or the page changes its size. `look` names its style. */
export const useGrid = (ref: RefObject<HTMLElement | null>, look: string): Grid => {
  const [grid, setGrid] = useState<Grid>({ columns: 1, gap: 0, top: 0 });
  useLayoutEffect(() => {
    const list = ref.current;
    if (list === null) return undefined;
    const update = (): void => {
      const now = measure(list);
      setGrid((known) => (haveSameValues(known, now) ? known : now));
    };
    update();
    const observer = new ResizeObserver(update);
    observer.observe(list);
    // Content above the list can move the list without changing its size.
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [ref, look]);
  return grid;
};

/** The controls of a row; those in the text of an open article stay Tab stops of their own. */
const controlsOf = (row: Element): Element[] =>
  Array.from(row.querySelectorAll('a[href], button, summary')).filter(
    (control) => control.closest('section[aria-labelledby]') === null,
  );

const setStops = (list: HTMLElement, stopId: string | null): void => {
  const rows = Array.from(list.querySelectorAll(':scope > [data-article]'));
  const chosen = rows.find((row) => row.getAttribute('data-article') === stopId) ?? rows[0];
  for (const row of rows)
    for (const control of controlsOf(row)) {
      const index = row === chosen ? '0' : '-1';
      if (control.getAttribute('tabindex') !== index) control.setAttribute('tabindex', index);
    }
};

/**
 * Lets the Tab key reach one row of the list, with its buttons, and then leave the list: the row of the article `stopId`,
 * or the first one. The keys of the list lead from row to row.
 */
export const useRowStops = (ref: RefObject<HTMLElement | null>, stopId: string | null): void => {
  useLayoutEffect(() => {
    const list = ref.current;
    if (list === null) return undefined;
    const settle = (): void => setStops(list, stopId);
    settle();
    const observer = new MutationObserver(settle);
    observer.observe(list, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [ref, stopId]);
};
