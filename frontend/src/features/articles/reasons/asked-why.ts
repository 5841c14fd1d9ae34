import { useEffect, useRef } from 'react';
import { createListeners } from '../../../lib/listeners.ts';

let askedId: string | null = null;
const listeners = createListeners();

/** Asks for the reasons of an article: they are shown where it is open, or as soon as it is. */
export const askWhy = (articleId: string): void => {
  askedId = articleId;
  listeners.callAll();
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
    return listeners.add(look);
  }, [articleId]);
};
