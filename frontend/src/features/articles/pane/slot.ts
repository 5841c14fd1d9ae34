import { createContext, useContext } from 'react';

/** The element in which an article is shown that does not open in its row; null until the page has it. */
const SlotContext = createContext<HTMLElement | null>(null);

export const ArticleSlot = SlotContext.Provider;
export const useArticleSlot = (): HTMLElement | null => useContext(SlotContext);

/** The id of the element in which an article scrolls that is shown beside or over its list. */
export const paneId = 'article-pane';

/** The id of the part of the page that an article over the list covers. */
export const coveredId = 'list-pane';
