import { type TouchEvent, useRef } from 'react';
import { BACK_FROM_PX, isBack } from './swipe.ts';

type Point = { x: number; y: number };

/**
 * Returns handlers that call `onBack` when a finger swipes from the left edge of the element to the right. Where the
 * browser goes back by such a gesture itself, it takes the touch away, and these do nothing.
 */
export const useEdgeSwipe = (onBack: () => void) => {
  const start = useRef<Point | null>(null);
  return {
    onTouchStart: ({ touches }: TouchEvent): void => {
      const first = touches.length === 1 ? touches[0] : undefined;
      start.current =
        first !== undefined && first.clientX < BACK_FROM_PX ? { x: first.clientX, y: first.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent): void => {
      const last = changedTouches[0];
      const from = start.current;
      start.current = null;
      if (
        from !== null &&
        last !== undefined &&
        isBack({ dx: last.clientX - from.x, dy: last.clientY - from.y })
      )
        onBack();
    },
    onTouchCancel: (): void => {
      start.current = null;
    },
  };
};
