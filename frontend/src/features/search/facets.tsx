import type { SearchPage } from '@omomi/backend/contract';
import { Box, Flex, chakra } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useState } from 'react';
import { CloseIcon } from '../../components/icons.tsx';
import { languageOf } from '../../lib/format.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { type Term, hasTerm, toggleTerm } from './query-text.ts';

type ChipProps = { label: string; count: number; isOn: boolean; onToggle: () => void };

const Chip = ({ label, count, isOn, onToggle }: ChipProps) => {
  const { t } = useI18n();
  return (
    <chakra.button
      type="button"
      aria-pressed={isOn}
      onClick={onToggle}
      position="relative"
      display="inline-flex"
      alignItems="center"
      gap="1.5"
      flexShrink="0"
      maxW="min(15rem, 100%)"
      h="9"
      px="3"
      borderRadius="full"
      borderWidth="1px"
      borderColor={isOn ? 'shu.solid' : 'border.emphasized'}
      bg={isOn ? 'shu.subtle' : 'bg.panel'}
      color={isOn ? 'shu.fg' : 'fg'}
      textStyle="sm"
      cursor="pointer"
      css={{ '& svg': { width: '0.9rem', height: '0.9rem', flexShrink: 0 } }}
      _hover={{ bg: isOn ? 'shu.muted' : 'bg.muted' }}
      _focusVisible={{ outlineOffset: '-2px' }}
      // The target of a finger is 44 px high.
      _after={{ content: '""', position: 'absolute', insetX: 0, insetY: '-5px' }}
    >
      <Box as="span" truncate lang={languageOf(label)}>
        {label}
      </Box>
      <Box
        as="span"
        flexShrink="0"
        whiteSpace="nowrap"
        color={isOn ? 'shu.fg' : 'fg.muted'}
        fontVariantNumeric="tabular-nums"
      >
        {t.numbers.whole(count)}
      </Box>
      {/* Tells without colours too that pressing takes the filter away. */}
      {isOn ? <CloseIcon /> : null}
    </chakra.button>
  );
};

/** Chips that go on beyond the edge of their line fade there. */
const fading = 'linear-gradient(to right, black calc(100% - 1.5rem), transparent)';

const states = ['unread', 'read', 'saved'] as const;

type Props = {
  q: string;
  facets: SearchPage['facets'];
  onChange: (q: string) => void;
};

/** Shows how many articles of each state and feed were found. Each narrows the search to its own, and widens it again. */
export const Facets = ({ q, facets, onChange }: Props) => {
  const { t } = useI18n();
  const texts = useTexts('search');
  const [isWrapped, setWrapped] = useState(false);
  const canWrap = facets.feeds.length >= 3;
  const isOneLine = canWrap && !isWrapped;
  const chip = (term: Term, key: string, label: string, count: number) => {
    const isOn = hasTerm(q, term);
    if (count === 0 && !isOn) return null;
    return (
      <Chip
        key={key}
        label={label}
        count={count}
        isOn={isOn}
        onToggle={() => onChange(toggleTerm(q, term))}
      />
    );
  };
  return (
    <Flex as="fieldset" minW="0" aria-label={texts.narrow} alignItems="start" gap="2" minH="12">
      <Flex
        flex="1"
        minW="0"
        gap="2"
        py="1.5"
        ps="0.5"
        wrap={isOneLine ? 'nowrap' : 'wrap'}
        overflowX="auto"
        maxH="min(20rem, 45vh)"
        css={{ scrollbarWidth: 'none', maskImage: isOneLine ? fading : undefined }}
        pe={isOneLine ? '6' : '0.5'}
      >
        {states.map((state) =>
          chip({ field: 'is', value: state }, state, t.list.filters[state], facets.states[state]),
        )}
        {facets.feeds.map(({ feed_id, title, count }) =>
          chip({ field: 'feed', value: title }, feed_id, title, count),
        )}
      </Flex>
      {!canWrap ? null : (
        <Button
          variant="ghost"
          size="sm"
          minH="11"
          my="0.5"
          flexShrink="0"
          color="fg.muted"
          aria-expanded={isWrapped}
          _expanded={{ bg: 'transparent' }}
          title={isWrapped ? texts.fewerHint : texts.moreHint}
          onClick={() => setWrapped(!isWrapped)}
        >
          {isWrapped ? texts.fewer : texts.more}
        </Button>
      )}
    </Flex>
  );
};
