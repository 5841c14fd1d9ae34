import { useEffect } from 'react';

// The list is shown before the code of an article is there.

export const loadPane = () => import('./article-pane.tsx');
export const loadText = () => import('../article/open-article.tsx');

/** The time after which the code of an article is loaded, in milliseconds. */
const AHEAD_MS = 300;

/** Loads the code of an article once the list is there, so that the first one opens at once. */
export const useArticleAhead = (): void => {
  useEffect(() => {
    const timer = setTimeout(() => {
      // What cannot be loaded now is loaded when an article is opened.
      Promise.all([loadPane(), loadText()]).catch(() => undefined);
    }, AHEAD_MS);
    return () => clearTimeout(timer);
  }, []);
};
