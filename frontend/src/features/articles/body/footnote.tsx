import { Box, Flex } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from '../../../components/controls/icon-button.tsx';
import { CloseIcon } from '../../../components/icons.tsx';
import { useBackCloses } from '../../../lib/address/use-back-closes.ts';
import { useTexts } from '../../../lib/i18n/language.tsx';
import type { OpenNote } from './use-footnote.ts';

/** Shows a footnote in its place in the text. Escape and Back close it. */
export const Footnote = ({ note: { host, html }, onClose }: { note: OpenNote; onClose: () => void }) => {
  const texts = useTexts('reading');
  const ref = useRef<HTMLDivElement>(null);
  useBackCloses(true, onClose);
  useEffect(() => ref.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      // The list would close the article.
      event.preventDefault();
      onClose();
    };
    // Before the listeners of the list.
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, [onClose]);
  return createPortal(
    <Flex
      ref={ref}
      role="note"
      aria-label={texts.note}
      tabIndex={-1}
      data-testid="footnote"
      gap="2"
      my="2"
      px="4"
      py="2.5"
      borderRadius="lg"
      bg="bg.subtle"
      borderInlineStart="3px solid"
      borderInlineStartColor="shu.solid"
      fontSize="0.9em"
    >
      {/* A part of the article's own sanitised text. */}
      <Box flex="1" minW="0" dangerouslySetInnerHTML={{ __html: html }} />
      <IconButton
        label={texts.closeNote}
        icon={<CloseIcon />}
        className="is-small is-last"
        onClick={onClose}
      />
    </Flex>,
    host,
  );
};
