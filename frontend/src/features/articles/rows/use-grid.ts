import { type RefObject, useLayoutEffect, useState } from 'react';

type Grid = {
  /** Number of columns as the style sheet lays them out. */
  columns: number;
  /** The space between two lines, in pixels. */
  gap: number;
  /** The distance of the list from the top of the document, in pixels. */
  top: number;
  /** True if the list is narrower than a comfortable line of text. */
  isNarrow: boolean;
};

const NARROW_PX = 640;

const measure = (list: HTMLElement): Grid => {
  const { gridTemplateColumns, rowGap } = getComputedStyle(list);
  return {
    columns: gridTemplateColumns.split(' ').length,
    gap: Number.parseFloat(rowGap) || 0,
    top: Math.round(list.getBoundingClientRect().top + window.scrollY),
    isNarrow: list.clientWidth < NARROW_PX,
  };
};

/** Returns the grid of a list, measured again when the list or the page changes its size. `look` names its style. */
export const useGrid = (ref: RefObject<HTMLElement | null>, look: string): Grid => {
  const [grid, setGrid] = useState<Grid>({ columns: 1, gap: 0, top: 0, isNarrow: false });
  useLayoutEffect(() => {
    const list = ref.current;
    if (list === null) return undefined;
    const update = (): void => {
      const now = measure(list);
      setGrid((known) =>
        known.columns === now.columns &&
        known.gap === now.gap &&
        known.top === now.top &&
        known.isNarrow === now.isNarrow
          ? known
          : now,
      );
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
