import { Box, chakra, Flex } from '@chakra-ui/react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTexts } from '../../lib/i18n/language.tsx';
import { Input } from '../../components/controls/inputs.tsx';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { CloseIcon, SearchIcon } from '../../components/icons.tsx';
import { type Fault, pointAt } from './query-text.ts';
import { fieldId, focusSearch } from './focus-search.ts';

/**
 * Returns true if a text is being composed by an input method and is not yet what the reader means: kana that will become
 * kanji, or pinyin. Keyboards of Android compose every word, so Latin letters count there as they are.
 */
export const isHalfComposed = (composed: string, userAgent: string): boolean =>
  !(userAgent.includes('Android') && /^[\p{sc=Latin}\p{M}\d'’-]*$/u.test(composed));

/**
 * Says what is wrong with the query and points it out. On a wide screen it lies over the page, so that nothing moves while one
 * types. On a phone it would hide what is below the field.
 */
const FaultNote = ({ id, q, fault }: { id: string; q: string; fault: Fault }) => {
  const texts = useTexts('query');
  const { before, wrong, after } = pointAt(q, fault);
  return (
    <Box
      id={id}
      role="alert"
      position={{ base: 'static', md: 'absolute' }}
      top="100%"
      insetX="0"
      mt="1"
      zIndex="dropdown"
      bg="bg.error"
      color="fg.error"
      borderWidth="1px"
      borderColor="border.error"
      borderRadius="lg"
      boxShadow="md"
      px="3.5"
      py="2.5"
      textStyle="sm"
    >
      <Box fontFamily="mono" color="fg" overflowWrap="anywhere" whiteSpace="pre-wrap" mb="1">
        {before}
        <chakra.span
          data-testid="wrong-part"
          textDecoration="underline wavy"
          textDecorationColor="border.error"
          textUnderlineOffset="0.25em"
          fontWeight="bold"
        >
          {wrong}
        </chakra.span>
        {after}
      </Box>
      {fault.reason === 'other' ? fault.message : texts.faults[fault.reason]}
    </Box>
  );
};

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
  const texts = useTexts('search');
  return (
    <IconButton
      label={texts.clear}
      icon={<CloseIcon />}
      style={{
        position: 'absolute',
        insetInlineEnd: 0,
        top: 0,
        zIndex: 1,
        width: '2.75rem',
        height: '2.75rem',
      }}
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
  const texts = useTexts('search');
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
