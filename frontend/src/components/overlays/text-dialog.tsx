import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useId, useState } from 'react';
import { useI18n } from '../../lib/i18n/language.tsx';
import { Input } from '../controls/inputs.tsx';
import { Modal } from './modal.tsx';

type Props = { words: readonly string[]; chosen: string; onChoose: (word: string) => void };

/** Offers words for a field, each as a button that puts it there. The one that is there is pressed. */
export const WordButtons = ({ words, chosen, onChoose }: Props) => (
  <Flex gap="2" wrap="wrap">
    {words.map((word) => (
      <Button
        key={word}
        variant={word === chosen ? 'solid' : 'subtle'}
        size="md"
        maxW="full"
        borderRadius="full"
        aria-pressed={word === chosen}
        onClick={() => onChoose(word)}
      >
        <Box as="span" truncate>
          {word}
        </Box>
      </Button>
    ))}
  </Flex>
);

type FormProps = {
  title: string;
  label: string;
  hint: string;
  start: string;
  maxLength: number;
  suggestions?: string[];
  busy: boolean;
  onSubmit: (text: string) => void;
  onClose: () => void;
  /** Returns what has the focus afterwards; by default, what had it before. */
  focusAfter?: () => HTMLElement | null;
};

/** Shows a dialog with one text to change. */
export const TextDialog = ({
  title,
  label,
  hint,
  start,
  maxLength,
  suggestions = [],
  busy,
  onSubmit,
  onClose,
  focusAfter,
}: FormProps) => {
  const { t } = useI18n();
  const id = useId();
  const [text, setText] = useState(start);
  return (
    <Modal title={title} open onClose={onClose} {...(focusAfter === undefined ? {} : { focusAfter })}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(text.trim());
        }}
      >
        <Box as="label" display="block" textStyle="sm" fontWeight="semibold" mb="1.5" {...{ htmlFor: id }}>
          {label}
        </Box>
        <Input
          id={id}
          value={text}
          maxLength={maxLength}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setText(event.target.value)}
          size="lg"
        />
        <Box id={`${id}-hint`} color="fg.muted" textStyle="sm" mt="1.5">
          {hint}
        </Box>
        {suggestions.length === 0 ? null : (
          <Box mt="3">
            <WordButtons words={suggestions} chosen={text.trim()} onChoose={setText} />
          </Box>
        )}
        <Flex justifyContent="flex-end" gap="2" mt="6">
          <Button variant="ghost" onClick={onClose}>
            {t.common.cancel}
          </Button>
          <Button type="submit" disabled={busy}>
            {t.common.save}
          </Button>
        </Flex>
      </form>
    </Modal>
  );
};
