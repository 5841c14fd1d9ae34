import { Box, Flex } from '@chakra-ui/react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Input } from '../../../components/controls/text-input.tsx';
import { IconButton } from '../../../components/controls/icon-button.tsx';
import { CloseIcon, SearchIcon } from '../../../components/icons.tsx';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { searchTexts } from '../../../lib/i18n/texts/search/search.ts';
import { isHalfComposed } from './composing.ts';
import type { Fault } from '../query/fault.ts';
import { FaultNote } from './fault-note.tsx';
import { fieldId, focusSearch } from './focus-search.ts';

type Props = {
  text: string;
  onText: (text: string) => void;
  onComposing: (isComposing: boolean) => void;
  /** The fault of the query `q`; null if it has none. */
  fault: Fault | null;
  q: string;
  /** Goes to the results. */
  onDown: () => void;
  onLeave: () => void;
};

/** Enter and Escape end the composition of an input method. Safari sends them after it, with the code 229. */
const isComposed = ({ nativeEvent: { isComposing, keyCode } }: KeyboardEvent): boolean =>
  isComposing || keyCode === 229;

const ClearButton = ({ onClear }: { onClear: () => void }) => {
  const texts = useTexts(searchTexts);
  return (
    <IconButton
      label={texts.clear}
      icon={<CloseIcon />}
      position="absolute"
      insetEnd="0"
      top="0"
      boxSize="11"
      zIndex="1"
      onClick={() => {
        onClear();
        focusSearch();
      }}
    />
  );
};

/** Puts the focus into the field when the page is opened for a new search, not when it is opened for its results. */
const useFirstFocus = (isNew: boolean): void => {
  const wasNew = useRef(isNew);
  useEffect(() => {
    if (wasNew.current) focusSearch();
  }, []);
};

export const SearchField = ({ text, onText, onComposing, fault, q, onDown, onLeave }: Props) => {
  const texts = useTexts(searchTexts);
  useFirstFocus(q === '');
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposed(event) || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter' || event.key === 'ArrowDown') onDown();
    else if (event.key === 'Escape') onLeave();
    else return;
    event.preventDefault();
  };
  return (
    <Box position="relative" flex="1" minW="0">
      <Box position="relative">
        <Flex
          position="absolute"
          insetY="0"
          insetStart="3"
          alignItems="center"
          color="fg.muted"
          zIndex="1"
          pointerEvents="none"
        >
          <SearchIcon />
        </Flex>
        <Input
          id={fieldId}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          size="lg"
          ps="10"
          pe="11"
          aria-label={texts.label}
          placeholder={texts.label}
          aria-invalid={fault !== null}
          aria-describedby={fault === null ? undefined : `${fieldId}-fault`}
          value={text}
          onChange={(event) => onText(event.target.value)}
          onCompositionStart={() => onComposing(isHalfComposed('', navigator.userAgent))}
          onCompositionUpdate={({ data }) => onComposing(isHalfComposed(data, navigator.userAgent))}
          onCompositionEnd={() => onComposing(false)}
          onKeyDown={onKeyDown}
        />
        {text === '' ? null : <ClearButton onClear={() => onText('')} />}
      </Box>
      {fault === null ? null : <FaultNote id={`${fieldId}-fault`} q={q} fault={fault} />}
    </Box>
  );
};
