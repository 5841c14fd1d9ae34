import type { ArticleRow as Row } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { memo } from 'react';
import { languageOf } from '../../../lib/format.ts';
import { ReasonChips } from '../reasons/reason-chips.tsx';
import {
  type RowActions,
  RowFacts,
  RowMarks,
  type RowPlace,
  RowTitle,
  rowFrame,
} from '../list/row-parts.tsx';
import { RowSources } from './row-sources.tsx';
import { RowPicture, useRowPicture } from '../list/row-picture.tsx';
import { Score } from '../list/score.tsx';

/** The size of a story: the first is the lead, the next two are second, the rest are brief. */
type StorySize = 'lead' | 'second' | 'brief';

export const storySizeOf = (index: number): StorySize =>
  index === 0 ? 'lead' : index <= 2 ? 'second' : 'brief';

/** The number of columns of each size, out of twelve. */
export const storySpans = { lead: 12, second: 6, brief: 4 } as const satisfies Record<StorySize, number>;

const headlines = {
  lead: { base: 'headline.second', md: 'headline.lead' },
  second: { base: 'headline.brief', md: 'headline.second' },
  brief: 'headline.brief',
} as const;

type Props = RowPlace & { row: Row; size: StorySize; now: Date; actions: RowActions };

/** The shape of the picture of each size; one of a brief story is beside its headline. */
const shapes = { lead: 16 / 9, second: 2, brief: 4 / 3 } as const;

type TextProps = Omit<Props, keyof RowPlace>;

const Headline = ({ row, size, actions }: Pick<Props, 'row' | 'size' | 'actions'>) => (
  <RowTitle
    row={row}
    isOpen={false}
    actions={actions}
    textStyle={headlines[size]}
    fontFamily={languageOf(row.title) === 'ja' ? 'heading' : 'reading'}
  />
);

/** Shows the text of a story with its score and marks. */
const StoryText = ({ row, size, now, actions }: TextProps) => (
  <>
    <Box mt="1">
      <RowFacts row={row} now={now} />
    </Box>
    {row.excerpt === '' ? null : (
      <Box
        textStyle={size === 'lead' ? { base: 'md', md: 'lg' } : 'sm'}
        color={row.is_read ? 'fg.subtle' : 'fg.muted'}
        mt="2"
        maxW="40rem"
        lineClamp={size === 'brief' ? '3' : '5'}
        lang={languageOf(row.excerpt)}
      >
        {row.excerpt}
      </Box>
    )}
    <RowSources story={row.story} />
    <Flex alignItems="center" gap="4" mt="auto" pt="2.5">
      <Box w="2.25rem" flexShrink="0">
        <Score row={row} isRead={row.is_read} />
      </Box>
      <Box flex="1" minW="0">
        <ReasonChips
          reasons={size === 'brief' ? row.top_reasons.slice(0, 1) : row.top_reasons}
          isRead={row.is_read}
        />
      </Box>
      <RowMarks row={row} actions={actions} direction="row" />
    </Flex>
  </>
);

/**
 * Shows a closed article as a story of a front page. The earlier in the list, the larger its headline and picture: beside
 * the lead story, above the second ones, small beside the headline of the brief ones.
 */
export const ArticleStory = memo(({ row, size, now, actions, ...place }: Props) => {
  const picture = useRowPicture(row);
  const framed =
    picture === null ? null : (
      <RowPicture
        src={picture}
        row={row}
        ratio={shapes[size]}
        {...(size === 'lead' ? { w: { base: 'full', md: '44%' }, order: { base: 0, md: 1 } } : {})}
        {...(size === 'second' ? { mb: '3' } : {})}
        {...(size === 'brief' ? { w: '6rem', borderRadius: 'md' } : {})}
      />
    );
  const text = { row, size, now, actions };
  return (
    <Flex
      {...rowFrame(row, place)}
      position="relative"
      direction={size === 'lead' ? { base: 'column', md: 'row' } : 'column'}
      gap={size === 'lead' ? { base: '3', md: '8' } : '0'}
      minW="0"
      gridColumn={{ base: '1 / -1', md: `span ${storySpans[size]}` }}
      pt={size === 'lead' ? { base: '4', md: '6' } : '4'}
      pb={{ base: '4', md: size === 'lead' ? '8' : '6' }}
      px={{ base: '3', md: '0' }}
      borderTopWidth={size === 'lead' ? '0' : '1px'}
      borderColor="border"
      onPointerDown={() => actions.warm(row.article_id)}
    >
      {size === 'brief' ? null : framed}
      {size === 'brief' && framed !== null ? (
        <Flex gap="3" justifyContent="space-between" alignItems="start">
          <Box flex="1" minW="0">
            <Headline {...text} />
          </Box>
          {framed}
        </Flex>
      ) : null}
      <Flex direction="column" flex="1" minW="0">
        {size === 'brief' && framed !== null ? null : <Headline {...text} />}
        <StoryText {...text} />
      </Flex>
    </Flex>
  );
});
ArticleStory.displayName = 'ArticleStory';
