import { useEffect, useRef } from 'react';

let askedId: string | null = null;
const listeners = new Set<() => void>();

/** Asks for the reasons of an article: they are shown where it is open, or as soon as it is. */
export const askWhy = (articleId: string): void => {
  askedId = articleId;
  for (const listener of listeners) listener();
};

/** Calls `onAsk` once each time that the reasons of the article are asked for, also before it was open. */
export const useAskedWhy = (articleId: string, onAsk: () => void): void => {
  const latest = useRef(onAsk);
  useEffect(() => {
    latest.current = onAsk;
  });
  useEffect(() => {
    const look = (): void => {
      if (askedId !== articleId) return;
      askedId = null;
      latest.current();
    };
    look();
    listeners.add(look);
    return () => void listeners.delete(look);
  }, [articleId]);
};
