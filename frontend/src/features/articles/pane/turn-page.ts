import { rowId } from '../list/row-parts.tsx';
import { paneId } from './open-mode.ts';

/** The part of a screen that a page is: what is left over keeps the line that is read in view. */
const PAGE = 0.85;
/** The end of an article may be this far below the lower edge and count as in view, in pixels. */
const SLACK_PX = 4;

/**
 * Scrolls the open article by a page, in its pane or, where it is open in its place, with the list. Returns false, and
 * scrolls nothing, if its end is in view already.
 */
export const turnPage = (articleId: string, by: 1 | -1): boolean => {
  const pane = document.getElementById(paneId);
  if (pane !== null) {
    const left = pane.scrollHeight - pane.clientHeight - pane.scrollTop;
    if (by === 1 && left <= SLACK_PX) return false;
    pane.scrollBy({ top: by * PAGE * pane.clientHeight });
    return true;
  }
  const row = document.getElementById(rowId(articleId));
  const { bottom } = row?.getBoundingClientRect() ?? { bottom: 0 };
  if (by === 1 && bottom <= window.innerHeight + SLACK_PX) return false;
  window.scrollBy({ top: by * PAGE * window.innerHeight });
  return true;
};
