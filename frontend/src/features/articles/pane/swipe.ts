/** What a finger does: nothing certain yet, scroll, or swipe to one side. */
type Gesture = 'open' | 'scroll' | 'swipe';

/** A finger on its way, in pixels from where it began. */
type Way = { dx: number; dy: number };

/** The first pixels, in which a gesture has no direction yet. */
const SLOP_PX = 12;
/** A swipe is at least this much more to the side than up or down. */
const SIDEWAYS = 1.6;
/** The browser's own gestures begin this near to the edges of the screen, in pixels. */
const EDGE_PX = 24;

export const gestureOf = ({ dx, dy }: Way): Gesture => {
  if (Math.hypot(dx, dy) < SLOP_PX) return 'open';
  return Math.abs(dx) > SIDEWAYS * Math.abs(dy) ? 'swipe' : 'scroll';
};

/** Checks whether a touch belongs to the browser, which goes back and forth by swiping from the edges of the screen. */
export const isAtEdge = (x: number, screenWidth: number): boolean => x < EDGE_PX || x > screenWidth - EDGE_PX;

/** The distance in pixels from which letting go acts: a third of the row's width, between 72 and 140. */
export const actsFrom = (width: number): number => Math.min(140, Math.max(72, width / 3));

/** The far end of a swipe back from the left edge of an article, and where it can begin, in pixels. */
export const BACK_FROM_PX = 48;
export const isBack = ({ dx, dy }: Way): boolean => dx > 80 && Math.abs(dx) > SIDEWAYS * Math.abs(dy);

/** The distance in pixels from which a swipe over an article leads to the next one, to the left, or the one before. */
const STEP_FROM_PX = 80;

/** Returns the step that a swipe over an article asks for: 1 to the next one, -1 to the one before; null for none. */
export const stepBy = ({ dx, dy }: Way): 1 | -1 | null => {
  if (Math.abs(dx) < STEP_FROM_PX || gestureOf({ dx, dy }) !== 'swipe') return null;
  return dx < 0 ? 1 : -1;
};

/** Returns what letting go of a row does that was moved by `dx`: to the right marks it, to the left saves it. */
export const swipeAct = (dx: number, width: number): 'read' | 'save' | null => {
  if (Math.abs(dx) < actsFrom(width)) return null;
  return dx > 0 ? 'read' : 'save';
};
