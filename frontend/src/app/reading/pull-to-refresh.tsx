import { Flex } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { RefreshIcon } from '../../components/icons.tsx';
import { useFetchFeeds } from '../../features/jobs/refresh-button.tsx';
import { coveredId } from '../../features/articles/pane/open-mode.ts';
import { renewLists } from '../../lib/queries/refresh-lists.ts';

/** The distance in pixels from which letting go fetches the feeds, and the most that the sign moves. */
const ACTS_FROM_PX = 90;
const MOST_PX = 130;
/** The sign moves this much of what the finger does, so that pulling feels like work. */
const SHARE = 0.6;

/**
 * Follows a finger that pulls the list down at its top. `show` gets how far, in pixels, and 0 at the end; `onPull` is called
 * for one that was let go far enough. The browser's own scrolling is left alone everywhere else.
 */
const followPull = (list: HTMLElement, show: (pulled: number) => void, onPull: () => void): (() => void) => {
  let start: { x: number; y: number } | null = null;
  let pulled = 0;
  const end = (): void => {
    start = null;
    pulled = 0;
    show(0);
  };
  const onStart = ({ touches }: TouchEvent): void => {
    const [touch] = touches;
    start =
      touch !== undefined && touches.length === 1 && window.scrollY <= 0
        ? { x: touch.clientX, y: touch.clientY }
        : null;
  };
  const onMove = (event: TouchEvent): void => {
    const [touch] = event.touches;
    if (start === null || touch === undefined) return;
    const dx = touch.clientX - start.x;
    const dy = touch.clientY - start.y;
    // The first movement decides: what the browser has begun to scroll, or a row that is swiped, is no pull.
    if (pulled === 0 && (dy <= Math.abs(dx) || window.scrollY > 0 || !event.cancelable)) {
      start = null;
      return;
    }
    event.preventDefault();
    pulled = Math.min(MOST_PX, Math.max(1, dy * SHARE));
    show(pulled);
  };
  const onEnd = (): void => {
    const isFar = pulled >= ACTS_FROM_PX;
    end();
    if (isFar) onPull();
  };
  list.addEventListener('touchstart', onStart, { passive: true });
  list.addEventListener('touchmove', onMove, { passive: false });
  list.addEventListener('touchend', onEnd);
  list.addEventListener('touchcancel', end);
  return () => {
    list.removeEventListener('touchstart', onStart);
    list.removeEventListener('touchmove', onMove);
    list.removeEventListener('touchend', onEnd);
    list.removeEventListener('touchcancel', end);
  };
};

/** Lets a finger that pulls the list down fetch the feeds and load the list anew; shows how far it has come. */
export const PullToRefresh = () => {
  const client = useQueryClient();
  const { mutate } = useFetchFeeds();
  const [pulled, setPulled] = useState(0);
  const latest = useRef<() => void>(() => undefined);
  useEffect(() => {
    latest.current = () => {
      mutate();
      void renewLists(client);
    };
  });
  useEffect(() => {
    const list = document.getElementById(coveredId);
    return list === null ? undefined : followPull(list, setPulled, () => latest.current());
  }, []);
  if (pulled === 0) return null;
  const isFar = pulled >= ACTS_FROM_PX;
  return (
    <Flex
      aria-hidden="true"
      data-testid="pull"
      data-far={isFar}
      position="fixed"
      top="3.5rem"
      left="50%"
      zIndex="11"
      w="10"
      h="10"
      borderRadius="full"
      alignItems="center"
      justifyContent="center"
      boxShadow="md"
      bg={isFar ? 'shu.solid' : 'bg.panel'}
      color={isFar ? 'shu.contrast' : 'fg.muted'}
      style={{ transform: `translate(-50%, ${pulled - 40}px) rotate(${pulled * 2}deg)` }}
    >
      <RefreshIcon />
    </Flex>
  );
};
