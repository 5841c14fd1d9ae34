import { type PointerEvent, useRef } from 'react';
import { BACK_FROM_PX, isBack } from './swipe.ts';

type Start = { id: number; x: number; y: number };

/**
 * Returns handlers that call `onBack` when a finger swipes from the left edge of the element to the right. The element needs
 * `touchAction`, so that the browser leaves the swipe to these. Where the browser scrolls or goes back itself all the same,
 * it cancels the pointer, and these do nothing: both would lead back two pages.
 */
export const useEdgeSwipe = (onBack: () => void) => {
  const start = useRef<Start | null>(null);
  const giveUp = (): void => {
    start.current = null;
  };
  return {
    touchAction: 'pan-y pinch-zoom',
    onPointerDown: ({ pointerType, isPrimary, pointerId, clientX, clientY }: PointerEvent): void => {
      const isSwipe = pointerType === 'touch' && isPrimary && clientX < BACK_FROM_PX;
      // A second finger means something else, such as a zoom.
      start.current = isSwipe ? { id: pointerId, x: clientX, y: clientY } : null;
    },
    onPointerUp: ({ pointerId, clientX, clientY }: PointerEvent): void => {
      const from = start.current;
      giveUp();
      if (from?.id === pointerId && isBack({ dx: clientX - from.x, dy: clientY - from.y })) onBack();
    },
    onPointerCancel: giveUp,
  } as const;
};
