import { z } from 'zod';

/** The panes whose widths the reader chooses. The article has the rest. */
export type PaneName = 'feeds' | 'list';
export type PaneWidths = Record<PaneName, number>;

/** Widths in pixels. An article has at least `article`. */
export const defaultWidths: PaneWidths = { feeds: 280, list: 480 };
const least = { feeds: 200, list: 340, article: 420 } as const;
const most = { feeds: 440, list: 760 } as const;

/** Returns the range of a pane's width on a screen of this width, with or without a pane for the article, in pixels. */
export const rangeOf = (
  name: PaneName,
  widths: PaneWidths,
  screenWidth: number,
  hasArticle: boolean,
): { min: number; max: number } => {
  const others =
    name === 'list' ? widths.feeds + least.article : hasArticle ? least.list + least.article : least.list;
  const min = least[name];
  return { min, max: Math.max(min, Math.min(most[name], screenWidth - others)) };
};

/** Returns the widths as they fit on the screen, so that a smaller window never hides a pane. */
export const fitted = (widths: PaneWidths, screenWidth: number, hasArticle: boolean): PaneWidths => {
  const fit = (name: PaneName, known: PaneWidths): number => {
    const { min, max } = rangeOf(name, known, screenWidth, hasArticle);
    return Math.round(Math.min(max, Math.max(min, known[name])));
  };
  const feeds = fit('feeds', widths);
  return { feeds, list: fit('list', { ...widths, feeds }) };
};

const stored = z.object({ feeds: z.number(), list: z.number() });

/** Parses widths that this browser remembers. Returns the usual ones for anything else. */
export const parseWidths = (text: string | null): PaneWidths => {
  try {
    return stored.safeParse(JSON.parse(text ?? 'null')).data ?? defaultWidths;
  } catch {
    return defaultWidths;
  }
};

/** How far one press of an arrow key moves a separator, in pixels. */
const STEP_PX = 16;

/** Returns the width that a key gives a pane; null if the key has no meaning here. */
export const widthAfter = (
  key: string,
  name: PaneName,
  width: number,
  { min, max }: { min: number; max: number },
): number | null => {
  switch (key) {
    case 'ArrowLeft':
      return Math.max(min, width - STEP_PX);
    case 'ArrowRight':
      return Math.min(max, width + STEP_PX);
    case 'Home':
      return min;
    case 'End':
      return max;
    case 'Enter':
      return Math.min(max, defaultWidths[name]);
    default:
      return null;
  }
};
