import { useEffect, useState } from 'react';

const articleAt = (target: EventTarget | null): string | null =>
  target instanceof Element ? (target.closest('[data-article]')?.getAttribute('data-article') ?? null) : null;

/** Returns the article that the reader is at: that of the row that had the focus last, or the one opened since. */
export const useCurrent = (openId: string | null): string | null => {
  const [currentId, setCurrentId] = useState(() => articleAt(document.activeElement));
  const [openedId, setOpenedId] = useState<string | null>(null);
  if (openId !== openedId) {
    setOpenedId(openId);
    if (openId !== null) setCurrentId(openId);
  }
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent): void => {
      const id = articleAt(target);
      if (id !== null) setCurrentId(id);
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, []);
  return currentId;
};
