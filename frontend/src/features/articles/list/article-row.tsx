import type { ArticleRow as Row } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { type ReactNode, memo } from 'react';
import { MarkedText } from '../../../components/marked-text.tsx';
import { languageOf } from '../../../lib/format.ts';
import { ReasonChips } from '../reasons/reason-chips.tsx';
import {
  type RowActions,
  RowFacts,
  type RowMatch,
  RowMarks,
  type RowPlace,
  RowTitle,
  inNarrowList,
  rowFrame,
} from './row-parts.tsx';
import { RowSources } from '../stories/row-sources.tsx';
import { Score } from './score.tsx';

type Props = RowPlace & {
  row: Row;
  /** The places that a search matched. They are shown instead of the beginning of the text. */
  match?: RowMatch | undefined;
  isOpen: boolean;
  now: Date;
  actions: RowActions;
  children?: ReactNode;
};

const Excerpt = ({ row, match }: Pick<Props, 'row' | 'match'>) => {
  const text = match === undefined ? row.excerpt : match.text.text;
  if (text === '') return null;
  return (
    <Box
      textStyle="sm"
      color={row.is_read ? 'fg.subtle' : 'fg.muted'}
      mt="1.5"
      lineClamp="2"
      lang={languageOf(text)}
    >
      {match === undefined ? text : <MarkedText {...match.text} />}
    </Box>
  );
};

/** Shows one article of the list, with its text below when it is open. */
export const ArticleRow = memo(({ row, match, isOpen, now, actions, children, ...place }: Props) => (
  <Box
    {...rowFrame(row, place)}
    borderRadius="xl"
    borderBottomWidth="0"
    {...(isOpen
      ? {
          bg: 'bg.panel',
          boxShadow: '0 1px 3px rgba(40, 32, 20, 0.06), 0 0 0 1px var(--chakra-colors-border)',
        }
      : {})}
    my={isOpen ? '2' : '0'}
    // An open article has the full width of the grid of cards or stories.
    gridColumn="1 / -1"
  >
    <Box
      position="relative"
      display="grid"
      gridTemplateColumns={{ base: '2.75rem 1fr auto', md: '3.25rem 1fr auto' }}
      columnGap={{ base: '3', md: '5' }}
      px={{ base: '3', md: '5' }}
      py="4"
      css={inNarrowList({
        gridTemplateColumns: '2.5rem 1fr auto',
        columnGap: '0.75rem',
        paddingInline: '0.75rem',
      })}
      borderRadius="xl"
      _hover={{ bg: isOpen ? 'transparent' : 'bg.subtle' }}
      transition="background 120ms"
      onPointerDown={() => actions.warm(row.article_id)}
    >
      <Box>
        <Score row={row} isRead={row.is_read && !isOpen} />
      </Box>
      <Box minW="0">
        <RowTitle row={row} match={match} isOpen={isOpen} actions={actions} />
        <Flex wrap="wrap" columnGap="3" rowGap="1" alignItems="center" mt="0.5">
          <RowFacts row={row} now={now} />
          {isOpen ? null : <ReasonChips reasons={row.top_reasons} isRead={row.is_read} />}
        </Flex>
        {isOpen ? null : <Excerpt row={row} match={match} />}
        {isOpen ? null : <RowSources story={row.story} />}
      </Box>
      <RowMarks row={row} actions={actions} />
    </Box>
    {isOpen ? children : null}
  </Box>
));
ArticleRow.displayName = 'ArticleRow';
