import type { Highlight } from '@omomi/backend/contract';
import { Box, chakra } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useRef, useState } from 'react';
import { Choice } from '../../../components/controls/choice.tsx';
import { Textarea } from '../../../components/controls/inputs.tsx';
import { Popover } from '../../../components/overlays/popover.tsx';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { useHighlighting } from './queries.ts';

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
