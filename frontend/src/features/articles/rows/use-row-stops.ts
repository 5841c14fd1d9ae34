import { type RefObject, useLayoutEffect } from 'react';

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
