import './aloud.css';
import { paneId } from '../pane/open-mode.ts';

/** The name under which `aloud.css` styles the sentence that is read. */
const HIGHLIGHT = 'aloud';

/** The room at the upper and lower edge of the window that tools cover, in pixels. */
const [ABOVE, BELOW] = [64, 140];

/** The distance of the sentence from the upper edge after scrolling, as a part of the window's height. */
const READ_AT = 0.3;

const isInView = ({ top, bottom }: DOMRect): boolean => bottom > ABOVE && top < window.innerHeight - BELOW;

const boxOf = (ranges: readonly Range[]): DOMRect | undefined => ranges[0]?.getBoundingClientRect();

/** Marks a sentence in the page, and nothing else; the browser paints the mark over the text. */
export const mark = (ranges: readonly Range[]): void => {
  if (ranges.length === 0) CSS.highlights.delete(HIGHLIGHT);
  else CSS.highlights.set(HIGHLIGHT, new Highlight(...ranges));
};

/** Scrolls to a sentence, unless the reader has scrolled away from the one before it. */
export const follow = (ranges: readonly Range[], before: readonly Range[]): void => {
  const [box, former] = [boxOf(ranges), boxOf(before)];
  if (box === undefined || (former !== undefined && !isInView(former))) return;
  if (box.top > ABOVE && box.bottom < window.innerHeight - BELOW) return;
  const pane = document.getElementById(paneId) ?? window;
  pane.scrollBy({ top: box.top - READ_AT * window.innerHeight });
};
