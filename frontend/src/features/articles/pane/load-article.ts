import { useEffect, useState } from 'react';
import { loadLaterTexts } from '../../../lib/i18n/language.tsx';

// The list is shown before the code of an article is there.

export const loadPane = () => import('./article-pane.tsx');
export const loadText = () => import('../article/open-article.tsx');
export const loadTasks = () => import('../tasks/list-tasks.tsx');

/** The time after which the code of an article is loaded, in milliseconds. */
const AHEAD_MS = 300;

/** Loads the code of an article once the list is there, so that the first one opens at once. Returns true when it has come. */
export const useArticleAhead = (): boolean => {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      // What cannot be loaded now is loaded when an article is opened.
      Promise.all([loadTasks(), loadPane(), loadText(), loadLaterTexts()]).then(
        () => setThere(true),
        () => undefined,
      );
    }, AHEAD_MS);
    return () => clearTimeout(timer);
  }, []);
  return isThere;
};
