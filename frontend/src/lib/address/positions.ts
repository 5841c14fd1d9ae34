import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { readSession, writeSession } from '../storage.ts';
import { createListeners } from '../listeners.ts';

// Where the reader was in each entry of the browser's history. A row of a list is remembered by its article, since the
// heights of the rows above it are not known after a reload. Elements that scroll by themselves have the attribute
// `data-kept-scroll` with a name of what they show.

const storageKey = 'omomi.positions';
/** The number of entries whose positions are kept. */
const MOST = 60;
/** The place of the first row below the header of a page, in pixels. */
const HEADER_PX = 100;
/** A position is restored for at most this time, in milliseconds, and until it has stood still for so many frames. */
const PATIENCE_MS = 5_000;
const STILL_FRAMES = 12;

const position = z.object({
  y: z.number(),
  /** The row under the eye, and the distance of its top from the top of the screen; null if there are no rows. */
  article: z.object({ id: z.string(), top: z.number().nullable() }).nullable(),
  /** The names of the elements that were scrolled themselves, and how far, in pixels. */
  boxes: z.array(z.tuple([z.string(), z.number()])),
});
type Position = z.infer<typeof position>;

const readAll = (): [string, Position][] => {
  const text = readSession(storageKey);
  if (text === null) return [];
  try {
    return z.array(z.tuple([z.string(), position])).safeParse(JSON.parse(text)).data ?? [];
  } catch {
    return [];
  }
};

let kept: Map<string, Position> | null = null;
const positions = (): Map<string, Position> => (kept ??= new Map(readAll()));

const rowOf = (id: string): Element | null => document.querySelector(`[data-article="${CSS.escape(id)}"]`);

const keptBoxes = (): Element[] => Array.from(document.querySelectorAll('[data-kept-scroll]'));

const scrolledBoxes = (): Position['boxes'] =>
  keptBoxes().flatMap((box) => {
    const name = box.getAttribute('data-kept-scroll');
    return name === null || box.scrollTop === 0 ? [] : [[name, box.scrollTop]];
  });

/** Scrolls the elements that were scrolled. Returns false while one of them is not there yet, or not high enough. */
const scrollBoxes = ({ boxes }: Position): boolean => {
  const shown = new Map(keptBoxes().map((box) => [box.getAttribute('data-kept-scroll'), box]));
  let areThere = true;
  for (const [name, top] of boxes) {
    const box = shown.get(name);
    if (box !== undefined && Math.abs(box.scrollTop - top) > 0.5) box.scrollTop = top;
    areThere &&= box !== undefined && Math.abs(box.scrollTop - top) <= 1;
  }
  return areThere;
};

const current = (): Position => {
  const rows = Array.from(document.querySelectorAll('[data-article]'));
  const row = rows.find((each) => each.getBoundingClientRect().bottom > HEADER_PX);
  const id = row?.getAttribute('data-article') ?? null;
  const top = row?.getBoundingClientRect().top ?? 0;
  return { y: window.scrollY, article: id === null ? null : { id, top }, boxes: scrolledBoxes() };
};

const keep = (key: string, at: Position): void => {
  positions().delete(key);
  positions().set(key, at);
  kept = new Map([...positions()].slice(-MOST));
  writeSession(storageKey, JSON.stringify([...positions()]));
};

/** Keeps where the reader is now, for the entry with this key. While a position is being restored, that one is kept. */
export const keepPosition = (key: string): void => {
  if (wanted === null) keep(key, current());
};

let wanted: Position | null = null;
const listeners = createListeners();
const setWanted = (next: Position | null): void => {
  wanted = next;
  listeners.callAll();
};

const stop = (): void => setWanted(null);
const gestures = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/** The distance from where the page is to the wanted position, in pixels; null if the row is not there yet. */
const distanceTo = ({ y, article }: Position): number | null => {
  if (article === null) return y - window.scrollY;
  const row = rowOf(article.id);
  if (row === null) return null;
  const top = article.top ?? Number.parseFloat(getComputedStyle(row).scrollMarginTop);
  return row.getBoundingClientRect().top - top;
};

/** Scrolls until the page has stood at the position for some frames. Ends as soon as the reader scrolls. */
const restore = (target: Position): void => {
  setWanted(target);
  const end = performance.now() + PATIENCE_MS;
  let still = 0;
  const step = (): void => {
    if (wanted !== target) return;
    const distance = distanceTo(target);
    const before = window.scrollY;
    if (distance !== null && Math.abs(distance) > 0.5)
      window.scrollBy({ top: distance, behavior: 'instant' });
    const areBoxesThere = scrollBoxes(target);
    const moved = Math.abs(window.scrollY - before) > 0.5;
    // A page that is still loading may not be high enough yet.
    const isThere = distance !== null && (Math.abs(distance) <= 0.5 || target.article?.top === null);
    still = isThere && areBoxesThere && !moved ? still + 1 : 0;
    if (still >= STILL_FRAMES || performance.now() > end) stop();
    else requestAnimationFrame(step);
  };
  step();
};

for (const gesture of gestures)
  globalThis.addEventListener?.(gesture, () => wanted !== null && stop(), { capture: true, passive: true });

/**
 * Goes to where the reader was in the entry with this key. An entry that is new and has an article in its query goes to
 * that article.
 */
export const wantPosition = (key: string, search: string): void => {
  const known = positions().get(key);
  const id = new URLSearchParams(search).get('article');
  if (known !== undefined) restore(known);
  else if (id !== null) restore({ y: 0, article: { id, top: null }, boxes: [] });
};

/**
 * Keeps the row of the article of this address where it is, while the article is closed by going back. A row that was
 * scrolled off the screen gets to its upper edge. Returns false if it is not shown.
 */
export const markLeft = (address: string): boolean => {
  const id = new URL(address, window.location.origin).searchParams.get('article');
  const row = id === null ? null : rowOf(id);
  if (id === null || row === null) return false;
  const { top } = row.getBoundingClientRect();
  const least = Number.parseFloat(getComputedStyle(row).scrollMarginTop);
  restore({
    y: window.scrollY,
    article: { id, top: Math.min(Math.max(top, least), window.innerHeight - 80) },
    boxes: [],
  });
  return true;
};

/** Returns the article to whose row the page is going; null if none. Lists render that row. */
export const useWantedArticle = (): string | null =>
  useSyncExternalStore(listeners.add, () => wanted?.article?.id ?? null);
