import type { ArticleRow } from '@omomi/backend/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { usePreferences } from '../../../lib/preferences/preferences.tsx';
import { isTyping } from '../../../lib/typing.ts';
import { markRows } from '../marks/use-set-read.ts';

/** Keeps account of the rows that were on the screen, and tells which of them the reader has scrolled past. */
export const createScrolledPast = () => {
  let seen = new Set<string>();
  const told = new Set<string>();
  return {
    /** Notes the rows that are on the screen now. */
    see: (shown: readonly string[]): void => {
      for (const id of shown) seen.add(id);
    },
    /** Notes that something else than the reader has scrolled. What was on the screen before counts no longer. */
    jumped: (shown: readonly string[]): void => {
      seen = new Set(shown);
    },
    /**
     * Returns the rows that were on the screen and stand above it now; `order` are all rows of the list. Each is returned
     * once, so that one that the reader marks unread again stays so.
     */
    past: (order: readonly string[], shown: readonly string[]): string[] => {
      const first = order.findIndex((id) => id === shown[0]);
      const ids = order.slice(0, Math.max(0, first)).filter((id) => seen.has(id) && !told.has(id));
      for (const id of ids) told.add(id);
      for (const id of shown) seen.add(id);
      return ids;
    },
  };
};

/** The keys by which browsers scroll. */
const scrollKeys = new Set(['PageDown', 'PageUp', 'ArrowDown', 'ArrowUp', 'End', 'Home', ' ']);

/**
 * Returns the articles whose rows are on the screen, the first one first, or were before the page was scrolled by some pixels.
 * What the header covers is not on the screen.
 */
const rowsOnScreen = (scrolled = 0): string[] => {
  const rows = Array.from(document.querySelectorAll('[data-article]'));
  const [first] = rows;
  const header = first === undefined ? 0 : Number.parseFloat(getComputedStyle(first).scrollMarginTop);
  return rows.flatMap((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    const wasShown = bottom + scrolled > header && top + scrolled < window.innerHeight;
    return wasShown ? (row.getAttribute('data-article') ?? []) : [];
  });
};

const isOnScrollbar = ({ target, clientX }: PointerEvent): boolean =>
  target === document.documentElement && clientX >= document.documentElement.clientWidth;

/**
 * Tells whether the reader scrolls the page, or the page does so by itself: to where the reader was, to the article of the
 * address, to the row that j or k leads to. `onBegin` is called before the first movement.
 */
const followReader = (onBegin: () => void): { isScrolling: () => boolean; stop: () => void } => {
  let isReader = false;
  const set = (next: boolean): void => {
    if (next && !isReader) onBegin();
    isReader = next;
  };
  const begin = (): void => set(true);
  const end = (): void => set(false);
  // On the window, so that the list, which listens on the document, has prevented what it handles.
  const onKey = (event: KeyboardEvent): void =>
    set(scrollKeys.has(event.key) && !event.defaultPrevented && !isTyping(event));
  const onPress = (event: PointerEvent): void => set(isOnScrollbar(event));
  window.addEventListener('wheel', begin, { passive: true });
  window.addEventListener('touchmove', begin, { passive: true });
  window.addEventListener('keydown', onKey);
  window.addEventListener('pointerdown', onPress);
  window.addEventListener('popstate', end);
  return {
    isScrolling: () => isReader,
    stop: () => {
      window.removeEventListener('wheel', begin);
      window.removeEventListener('touchmove', begin);
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('pointerdown', onPress);
      window.removeEventListener('popstate', end);
    },
  };
};

/** Calls `onPast` with the articles whose rows the reader has scrolled past, and their order from `orderOf`. */
const watchScrolling = (orderOf: () => string[], onPast: (ids: string[]) => void): (() => void) => {
  const rows = createScrolledPast();
  let frame = 0;
  let lastY = window.scrollY;
  // Browsers scroll before they tell of a wheel.
  const reader = followReader(() => rows.see(rowsOnScreen(window.scrollY - lastY)));
  const look = (): void => {
    frame = 0;
    const shown = rowsOnScreen();
    const isDown = window.scrollY > lastY;
    lastY = window.scrollY;
    if (!reader.isScrolling()) return rows.jumped(shown);
    if (!isDown) return rows.see(shown);
    const past = rows.past(orderOf(), shown);
    if (past.length > 0) onPast(past);
  };
  const onScroll = (): void => {
    if (frame === 0) frame = requestAnimationFrame(look);
  };
  window.addEventListener('scroll', onScroll, { passive: true });
  return () => {
    cancelAnimationFrame(frame);
    window.removeEventListener('scroll', onScroll);
    reader.stop();
  };
};

/** Marks the rows read that the reader has scrolled past, if the preferences say so. */
export const useMarkScrolled = (rows: readonly ArticleRow[]): void => {
  const client = useQueryClient();
  const { mark_read_on_scroll: isWanted } = usePreferences();
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  });
  useEffect(() => {
    if (!isWanted) return undefined;
    return watchScrolling(
      () => latest.current.map(({ article_id }) => article_id),
      (ids) => {
        const past = new Set(ids);
        markRows(
          client,
          latest.current.filter(({ article_id }) => past.has(article_id)),
          true,
        );
      },
    );
  }, [client, isWanted]);
};
