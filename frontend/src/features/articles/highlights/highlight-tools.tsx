import { Flex, Box, chakra } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Highlight } from '@omomi/backend/contract';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { Choice } from '../../../components/controls/choice.tsx';
import { Textarea } from '../../../components/controls/inputs.tsx';
import { Popover } from '../../../components/overlays/popover.tsx';
import { useHighlighting } from './queries.ts';

/** The distance from the passage, and the room below the bar at the lower edge of the window, in pixels. */
const [GAP, BELOW] = [8, 72];

type SelectionBarProps = { range: Range; onMark: () => void; onNote: () => void };

/** Shows below a selected passage what can be done with it. Pressing a button leaves the passage selected. */
export const SelectionBar = ({ range, onMark, onNote }: SelectionBarProps) => {
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

const colours = ['yellow', 'green', 'blue', 'pink'] as const satisfies Highlight['colour'][];

type Props = {
  highlight: Highlight;
  /** The mark, or the button of a highlight without one. */
  button: HTMLElement;
  onClose: () => void;
};

/** Shows a highlight with its note and colour, to change and to remove. A note is kept as soon as its field is left. */
export const HighlightWindow = ({ highlight, button, onClose }: Props) => {
  const texts = useTexts('highlights');
  const { change, remove } = useHighlighting();
  const [note, setNote] = useState(highlight.note);
  const known = useRef(highlight.note);
  const keep = (): void => {
    const written = note.trim();
    if (written === known.current) return;
    known.current = written;
    change(highlight, { ...highlight, note: written });
  };
  const close = (): void => {
    keep();
    onClose();
  };
  return (
    <Popover title={texts.one} button={button} onClose={close}>
      <Box as="blockquote" textStyle="sm" color="fg.muted" lineClamp="3" mb="3">
        {highlight.quote}
      </Box>
      <chakra.label display="block" fontWeight="semibold" textStyle="sm">
        {texts.note}
        <Textarea
          mt="1"
          fontWeight="normal"
          rows={3}
          maxLength={2000}
          value={note}
          onChange={({ target }) => setNote(target.value)}
          onBlur={keep}
        />
      </chakra.label>
      <Box mt="3">
        <Choice
          label={texts.colour}
          value={highlight.colour}
          onChange={(colour) => change(highlight, { ...highlight, note: note.trim(), colour })}
          options={colours.map((value) => ({ value, label: texts.colours[value] }))}
        />
      </Box>
      <Button
        mt="3"
        ms="-4"
        variant="ghost"
        color="fg.error"
        onClick={() => {
          onClose();
          remove(highlight);
        }}
      >
        {texts.remove}
      </Button>
    </Popover>
  );
};
