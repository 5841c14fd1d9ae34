import { onReturn } from '../../../lib/address/history.ts';
import { moved } from '../../../lib/motion.ts';
import type { RowActions } from '../list/row-parts.tsx';
import { paneId } from './open-mode.ts';

/** The browser goes back in a few milliseconds; if it does not, the movement does not wait, in milliseconds. */
const LONGEST_RETURN_MS = 150;

const isShown = (): boolean => document.getElementById(paneId) !== null;

/** Resolves once the browser has gone back, which closes an article that was opened from its list. */
const afterReturn = (): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      stop();
      resolve();
    };
    const stop = onReturn(end);
    setTimeout(end, LONGEST_RETURN_MS);
  });

/**
 * Opens or closes an article beside or over its list as a movement. In its place, and from one article to the next, it
 * changes at once, since rows keep their places then.
 */
export const moveArticle = (
  { mode }: Pick<RowActions, 'mode'>,
  isClosing: boolean,
  toggle: () => void,
): void => {
  if (mode === 'in_place' || isShown() !== isClosing) toggle();
  else moved('article', toggle, () => (isClosing && isShown() ? afterReturn() : Promise.resolve()));
};
