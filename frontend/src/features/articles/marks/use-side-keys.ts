import { useEffect } from 'react';
import { isTyping } from '../../../lib/typing.ts';
import type { Side } from './sides.ts';
import { useMarkSide } from './use-mark-side.ts';

/** The keys go where k and j go. */
const sideOf: Readonly<Record<string, Side>> = { K: 'above', J: 'below' };

/** Handles the keys that mark what is above or below the current article as read. */
export const useSideKeys = (currentId: string | null): void => {
  const mark = useMarkSide();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      const side = sideOf[event.key];
      if (side !== undefined) mark(currentId, side);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [currentId, mark]);
};
