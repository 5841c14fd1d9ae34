import type { ArticleRow as Row } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { memo } from 'react';
import { languageOf } from '../../../lib/format.ts';
import { ReasonChips } from '../reasons/reason-chips.tsx';
import { type RowActions, RowFacts, RowMarks, type RowPlace, RowTitle, rowFrame } from './row-parts.tsx';
import { RowSources } from '../stories/row-sources.tsx';
import { RowPicture, useRowPicture } from './row-picture.tsx';
import { Score } from './score.tsx';

type Props = RowPlace & { row: Row; now: Date; actions: RowActions };

const CardHead = ({ row, actions }: Pick<Props, 'row' | 'actions'>) => (
  <Flex alignItems="start" justifyContent="space-between" gap="3" mb="1">
    <Box w="2.75rem" flexShrink="0">
      <Score row={row} isRead={row.is_read} />
    </Box>
    <RowMarks row={row} actions={actions} direction="row" />
  </Flex>
);

/** Shows a closed article as a card. */
export const ArticleCard = memo(({ row, now, actions, ...place }: Props) => {
  const picture = useRowPicture(row);
  return (
    <Flex
      {...rowFrame(row, place)}
      position="relative"
      direction="column"
      minW="0"
      px="4"
      pt="3.5"
      pb="4"
      borderRadius="xl"
      overflow="hidden"
      borderWidth="1px"
      borderColor="border"
      bg={row.is_read ? 'transparent' : 'bg.panel'}
      _hover={{ borderColor: 'border.emphasized' }}
      transition="border-color 120ms"
      onPointerDown={() => actions.warm(row.article_id)}
    >
      {picture === null ? null : (
        <RowPicture
          src={picture}
          row={row}
          ratio={16 / 9}
          w="auto"
          alignSelf="stretch"
          mx="-4"
          mt="-3.5"
          mb="3.5"
          borderRadius="0"
        />
      )}
      <CardHead row={row} actions={actions} />
      <RowTitle row={row} isOpen={false} actions={actions} />
      <Box mt="1">
        <RowFacts row={row} now={now} />
      </Box>
      {row.excerpt === '' ? null : (
        <Box
          textStyle="sm"
          color={row.is_read ? 'fg.subtle' : 'fg.muted'}
          mt="2"
          lineClamp={picture === null ? '7' : '3'}
          lang={languageOf(row.excerpt)}
        >
          {row.excerpt}
        </Box>
      )}
      <RowSources story={row.story} />
      <Box mt="auto" pt="3" _empty={{ display: 'none' }}>
        <ReasonChips reasons={row.top_reasons} isRead={row.is_read} />
      </Box>
    </Flex>
  );
});
ArticleCard.displayName = 'ArticleCard';
