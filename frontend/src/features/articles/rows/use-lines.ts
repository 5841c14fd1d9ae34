import { type Virtualizer, defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { startTransition, useCallback, useEffect, useState } from 'react';
import { type Line, type Lines, linesShown } from './lines.ts';

/** Lines that are rendered above and below the screen. A new list has fewer at first, so that it is there sooner. */
const OVERSCAN = 6;
const FIRST_OVERSCAN = 1;

/** The height of the head of a section, in pixels; css/rows.css has it too. */
const HEAD_PX = 32;

const keyOf = (line: Line | undefined): string | undefined =>
  line === undefined ? undefined : (line.section?.key ?? line.placed[0]?.row.article_id);

/** Every list begins below a header, whose height is at least this, in pixels. */
const HEADER_PX = 100;

/** True if the browser itself keeps what is read in its place when something above it changes its height. */
const anchorsByItself = CSS.supports('overflow-anchor', 'auto');

/** The height of a line with its margins, in fractions of pixels: rounded heights would add up over many rows. */
const heightOf = (element: Element): number => {
  const { marginTop, marginBottom } = getComputedStyle(element);
  return (
    element.getBoundingClientRect().height + Number.parseFloat(marginTop) + Number.parseFloat(marginBottom)
  );
};

/**
 * Returns the height of a line in pixels. A line that was just rendered has the height that it had before, or the estimate,
 * until the browser has laid out the page and reports the line: asking for its height now would have the browser lay out
 * the page an additional time.
 */
const measuredHeight = (
  element: Element,
  entry: ResizeObserverEntry | undefined,
  virtualizer: Virtualizer<Window, Element>,
): number => {
  if (entry !== undefined) return heightOf(element);
  const at = virtualizer.indexFromElement(element);
  return (
    virtualizer.itemSizeCache.get(virtualizer.options.getItemKey(at)) ?? virtualizer.options.estimateSize(at)
  );
};

type Shown = {
  lines: Lines;
  /** Articles whose lines stay rendered wherever the page is scrolled to: the open one, and that with the focus. */
  kept: readonly (string | null)[];
  grid: { gap: number; top: number };
  /** The height of a line that was not rendered yet, in pixels. */
  estimate: number;
};

/** A line to render, or the room of those that are not rendered, as its height in pixels. */
type Piece = { kind: 'line'; at: number; line: Line } | { kind: 'room'; key: string; height: number };

/**
 * Returns what a list renders: the lines near the screen, and room in the place of all others. They follow each other in
 * the document as usual, so that the browser keeps the row that is read in its place whatever happens above it.
 */
export const useLines = ({ lines, kept, grid, estimate }: Shown) => {
  const keptLines = kept.map((id) => (id === null ? -1 : lines.find(id)));
  const [overscan, setOverscan] = useState(FIRST_OVERSCAN);
  // The first rendering has rows already, so that they can have the focus at once. Asked for once: the browser lays out the page
  // for the answer.
  const [initialRect] = useState(() => ({
    width: window.innerWidth,
    height: window.innerHeight - HEADER_PX,
  }));
  useEffect(() => startTransition(() => setOverscan(OVERSCAN)), []);
  // With another function the places of all lines would be computed anew, at every step of scrolling through thousands.
  const getItemKey = useCallback((at: number) => keyOf(lines.at(at)) ?? at, [lines]);
  // Its answers change without a rendering of this hook's own, so nothing here memoises them.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer<Element>({
    count: lines.count,
    estimateSize: (at) => (lines.headOf(at) === at ? HEAD_PX : estimate),
    getItemKey,
    overscan,
    initialRect,
    // Rows that come into view are rendered in a task of their own, and the frame is drawn in the next one. In one task they took
    // more than 50 ms of a slow machine, in which it answers nothing.
    useFlushSync: false,
    gap: grid.gap,
    scrollMargin: grid.top,
    measureElement: measuredHeight,
    rangeExtractor: (range) => {
      const near = defaultRangeExtractor(range);
      return linesShown(near[0] ?? 0, near.at(-1) ?? -1, keptLines, lines);
    },
  });
  if (anchorsByItself) virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false;
  const measure = useCallback(
    (element: Element | null) => virtualizer.measureElement(element),
    [virtualizer],
  );

  const pieces: Piece[] = [];
  let bottom = grid.top;
  const items = virtualizer.getVirtualItems();
  /** Adds room down to the next line. A grid adds a gap around whatever is in it. */
  const addRoom = (key: string, until: number, gaps: number): void => {
    const height = until - bottom - gaps * grid.gap;
    if (height > 0.5) pieces.push({ kind: 'room', key, height });
  };
  items.forEach((item, place) => {
    const line = lines.at(item.index);
    if (line === undefined) return;
    const before = items[place - 1]?.index ?? -1;
    if (item.index > before + 1) addRoom(`before-${place}`, item.start, place === 0 ? 1 : 2);
    pieces.push({ kind: 'line', at: item.index, line });
    bottom = item.end;
  });
  const isWhole = items.at(-1)?.index === lines.count - 1;
  if (!isWhole) addRoom('after', grid.top + virtualizer.getTotalSize(), 1);
  return { pieces, measure };
};
