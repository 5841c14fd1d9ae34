import { Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useLayoutEffect, useRef } from 'react';
import { useTexts } from '../../../lib/i18n/language.tsx';

/** The distance from the passage, and the room below the bar at the lower edge of the window, in pixels. */
const [GAP, BELOW] = [8, 72];

type Props = { range: Range; onMark: () => void; onNote: () => void };

/** Shows below a selected passage what can be done with it. Pressing a button leaves the passage selected. */
export const SelectionBar = ({ range, onMark, onNote }: Props) => {
  const texts = useTexts('highlights');
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const bar = ref.current;
    const around = bar?.parentElement?.getBoundingClientRect();
    if (bar === null || around === undefined) return;
    const rect = Array.from(range.getClientRects()).at(-1) ?? range.getBoundingClientRect();
    const left = Math.max(0, Math.min(rect.left - around.left, around.width - bar.offsetWidth));
    // The end of a long passage may be below the window, or below the bar of a phone.
    const top = Math.min(rect.bottom + GAP, window.innerHeight - bar.offsetHeight - BELOW);
    bar.style.translate = `${left}px ${top - around.top}px`;
  }, [range]);
  return (
    <Flex
      ref={ref}
      role="toolbar"
      aria-label={texts.selected}
      data-screen-only=""
      position="absolute"
      top="0"
      insetStart="0"
      zIndex="docked"
      bg="bg.panel"
      borderWidth="1px"
      borderColor="border.emphasized"
      borderRadius="lg"
      boxShadow="md"
      onPointerDown={(event) => event.preventDefault()}
    >
      <Button size="md" variant="ghost" aria-keyshortcuts="h" onClick={onMark}>
        {texts.mark}
      </Button>
      <Button size="md" variant="ghost" aria-keyshortcuts="H" onClick={onNote}>
        {texts.note}
      </Button>
    </Flex>
  );
};
