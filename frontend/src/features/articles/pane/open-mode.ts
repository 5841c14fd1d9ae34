import { createContext, useContext } from 'react';
import type { ListLook } from '../../../lib/preferences/choices.ts';
import { usePreferences } from '../../../lib/preferences/preferences.tsx';
import { threePanes, useMedia } from '../../../lib/screen.ts';

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
