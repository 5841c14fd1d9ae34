import { Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useLayoutEffect, useRef } from 'react';
import { useTexts } from '../../../lib/i18n/language.tsx';

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
    bar.style.translate = `${left}px ${rect.bottom - around.top + 8}px`;
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
