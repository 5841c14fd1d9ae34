import { createContext, useContext } from 'react';
import type { ListLook } from '../../../lib/preferences/choices.ts';
import { usePreferences } from '../../../lib/preferences/preferences.tsx';
import { threePanes, useMedia } from '../../../lib/screen.ts';
import { onReturn } from '../../../lib/address/history.ts';
import { moved } from '../../../lib/motion.ts';

/**
 * Where an article opens: `in_place` under its row, `beside` the list in a pane of its own, or `over` the list, whose
 * position stays below it.
 */
export type OpenMode = 'in_place' | 'beside' | 'over';

/** Returns where articles open. Cards and stories need the room of the whole page, so articles open over them. */
export const openModeOf = (preferred: 'beside' | 'in_place', look: ListLook, isWide: boolean): OpenMode => {
  if (preferred === 'in_place') return 'in_place';
  return isWide && (look === 'list' || look === 'compact') ? 'beside' : 'over';
};

export const useOpenMode = (look: ListLook): OpenMode => {
  const { open_articles: preferred } = usePreferences();
  return openModeOf(preferred, look, useMedia(threePanes));
};

/** The element in which an article is shown that does not open in its row; null until the page has it. */
const SlotContext = createContext<HTMLElement | null>(null);

export const ArticleSlot = SlotContext.Provider;
export const useArticleSlot = (): HTMLElement | null => useContext(SlotContext);

/** The id of the element in which an article scrolls that is shown beside or over its list. */
export const paneId = 'article-pane';

/** The id of the part of the page that an article over the list covers. */
export const coveredId = 'list-pane';

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
export const moveArticle = ({ mode }: { mode: OpenMode }, isClosing: boolean, toggle: () => void): void => {
  if (mode === 'in_place' || isShown() !== isClosing) toggle();
  else moved('article', toggle, () => (isClosing && isShown() ? afterReturn() : Promise.resolve()));
};
