import { type RefObject, useEffect, useRef, useState } from 'react';
import { afterPaint } from '../../../lib/after-paint.ts';
import type { Swiped } from './follow-fingers.ts';

/** Lets a finger swipe the rows of a list: to the right marks one read or unread, to the left saves it or lets it go. */
export const useRowSwipe = (
  ref: RefObject<HTMLElement | null>,
  onAct: (articleId: string, act: 'read' | 'save') => void,
): Swiped | null => {
  const [swiped, setSwiped] = useState<Swiped | null>(null);
  const latest = useRef(onAct);
  useEffect(() => {
    latest.current = onAct;
  });
  useEffect(() => {
    const list = ref.current;
    if (list === null || !window.matchMedia('(any-pointer: coarse)').matches) return undefined;
    const show = (next: Swiped | null): void =>
      setSwiped((known) =>
        known?.articleId === next?.articleId && known?.act === next?.act && known?.isFar === next?.isFar
          ? known
          : next,
      );
    let stop: (() => void) | null | undefined;
    const start = async (): Promise<void> => {
      const { followFingers } = await import('./follow-fingers.ts');
      // The list may have gone meanwhile.
      if (stop === undefined)
        stop = followFingers(list, show, (articleId, act) => latest.current(articleId, act));
    };
    const forget = afterPaint(() => void start().catch(() => undefined));
    return () => {
      forget();
      stop?.();
      stop = null;
    };
  }, [ref]);
  return swiped;
};
