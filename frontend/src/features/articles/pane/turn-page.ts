import { rowId } from '../list/row-parts.tsx';
import { paneId } from './open-mode.ts';

/** The part of a screen that a page is: what is left over keeps the line that is read in view. */
const PAGE = 0.85;
/** The end of an article may be this far below the lower edge and count as in view, in pixels. */
const SLACK_PX = 4;

/** Tells whether the end of the open article is in view. */
export const isAtEnd = (articleId: string): boolean => {
  const pane = document.getElementById(paneId);
  if (pane !== null) return pane.scrollHeight - pane.clientHeight - pane.scrollTop <= SLACK_PX;
  const { bottom } = document.getElementById(rowId(articleId))?.getBoundingClientRect() ?? { bottom: 0 };
  return bottom <= window.innerHeight + SLACK_PX;
};

/** Scrolls the open article by a page, in its pane or, where it is open in its place, with the list. */
export const turnPage = (by: 1 | -1): void => {
  const pane = document.getElementById(paneId);
  if (pane === null) window.scrollBy({ top: by * PAGE * window.innerHeight });
  else pane.scrollBy({ top: by * PAGE * pane.clientHeight });
};
