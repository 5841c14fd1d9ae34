import type { ArticleRow as Row } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { memo } from 'react';
import { fullTime, languageOf, relativeTime } from '../../../lib/format.ts';
import { useI18n } from '../../../lib/i18n/language.tsx';
import { type RowActions, RowMarks, type RowPlace, RowTitle, inNarrowList, rowFrame } from './row-parts.tsx';
import { ScoreNumber } from './score.tsx';

type Props = RowPlace & { row: Row; now: Date; actions: RowActions };

/** Shows when an article was published, in the least room. */
const Age = ({ row, now }: { row: Row; now: Date }) => {
  const { t, language } = useI18n();
  return (
    <Box
      as="span"
      display={{ base: 'none', md: 'block' }}
      flexShrink="0"
      minW="5.5rem"
      css={inNarrowList({ display: 'none' })}
      textAlign="end"
      textStyle="xs"
      color="fg.subtle"
      fontVariantNumeric="tabular-nums"
    >
      <time
        dateTime={row.published_at}
        title={row.is_date_estimated ? t.list.estimated : fullTime(row.published_at, language)}
      >
        {row.is_date_estimated ? '~' : ''}
        {relativeTime(row.published_at, now, language)}
      </time>
    </Box>
  );
};

/**
 * Shows a closed article in one line: importance, feed, title, beginning of the text, age. On a narrow screen it has two lines
 * for its title alone.
 */
export const ArticleLine = memo(({ row, now, actions, ...place }: Props) => (
  <Flex
    {...rowFrame(row, place)}
    position="relative"
    alignItems="center"
    columnGap={{ base: '2.5', md: '3' }}
    h={{ base: '3.25rem', md: '7' }}
    px={{ base: '2', md: '3' }}
    borderRadius="md"
    _hover={{ bg: 'bg.subtle' }}
    transition="background 120ms"
    onPointerDown={() => actions.warm(row.article_id)}
  >
    <ScoreNumber row={row} isRead={row.is_read} />
    <Box
      display={{ base: 'none', md: 'block' }}
      w="8.5rem"
      css={inNarrowList({ width: '5.5rem' })}
      flexShrink="0"
      truncate
      textStyle="xs"
      color="fg.subtle"
      lang={languageOf(row.feed_title)}
    >
      {row.feed_title}
    </Box>
    <Flex flex="1" minW="0" alignItems={{ base: 'center', md: 'baseline' }} columnGap="2">
      <RowTitle row={row} isOpen={false} actions={actions} textStyle="sm" isLine />
      <Box
        display={{ base: 'none', md: 'block' }}
        flex="1 1 0"
        minW="0"
        css={inNarrowList({ display: 'none' })}
        truncate
        textStyle="xs"
        color="fg.subtle"
        lang={languageOf(row.excerpt)}
      >
        {row.excerpt}
      </Box>
    </Flex>
    <Age row={row} now={now} />
    <RowMarks row={row} actions={actions} direction="row" isLine />
  </Flex>
));
ArticleLine.displayName = 'ArticleLine';
