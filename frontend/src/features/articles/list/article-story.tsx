import type { ArticleRow } from '@omomi/backend/contract';
import { Box, chakra } from '@chakra-ui/react';
import { memo } from 'react';
import { Disclosure } from '../../../components/disclosure.tsx';
import { languageOf } from '../../../lib/format.ts';
import { useI18n } from '../../../lib/i18n/language.tsx';
import { ReasonChips } from '../reasons/reason-chips.tsx';
import {
  type RowActions,
  type RowPlace,
  Excerpt,
  RowFacts,
  RowMarks,
  RowTitle,
  rowFrame,
} from './row-parts.tsx';
import { RowPicture, useRowPicture } from './row-picture.tsx';
import { Score } from './row-figures.tsx';

type Story = NonNullable<ArticleRow['story']>;

/** Shows how many other sources, or other articles of the feed, tell of a row's story; lists them when it is opened. */
export const RowSources = ({ story }: { story: ArticleRow['story'] }) => {
  const { t } = useI18n();
  if (story === null) return null;
  return (
    <Disclosure
      title={t.list.sources(story.other_sources, story.size - 1)}
      isSmall
      // Above the row's own button, which covers all of it.
      position="relative"
      zIndex="1"
      mt="1"
      w="fit-content"
      maxW="100%"
      data-testid="row-sources"
    >
      <SourceList story={story} />
    </Disclosure>
  );
};

/** Lists the other articles of the story of an opened article. */
export const OtherSources = ({ story }: { story: ArticleRow['story'] | undefined }) => {
  const { t } = useI18n();
  if (story === null || story === undefined) return null;
  return (
    <Box mt="4">
      <Box as="h3" textStyle="sm" fontWeight="semibold">
        {story.other_sources === 0 ? t.article.sameFeed : t.article.sources}
      </Box>
      <SourceList story={story} />
    </Box>
  );
};

/** Lists the other articles of a story: title, feed, and the link to the source. */
const SourceList = ({ story }: { story: Story }) => {
  const { t } = useI18n();
  const unnamed = story.size - 1 - story.others.length;
  return (
    <Box
      as="ul"
      listStyleType="none"
      textStyle="sm"
      borderStartWidth="2px"
      borderColor="border"
      ps="3"
      my="1"
    >
      {story.others.map((other) => (
        <Box as="li" key={other.article_id} py="1">
          <Box lang={languageOf(other.title)}>
            {other.link === null ? (
              other.title
            ) : (
              <chakra.a
                href={other.link}
                target="_blank"
                rel="noopener noreferrer"
                textDecoration="underline"
                textDecorationColor="border.emphasized"
                textUnderlineOffset="3px"
                _hover={{ textDecorationColor: 'currentcolor' }}
              >
                {other.title}
              </chakra.a>
            )}
          </Box>
          <Box textStyle="xs" color="fg.subtle" lang={languageOf(other.feed_title)}>
            {other.feed_title}
          </Box>
        </Box>
      ))}
      {unnamed > 0 ? (
        <Box as="li" py="1" textStyle="xs" color="fg.subtle">
          {t.list.moreSources(unnamed)}
        </Box>
      ) : null}
    </Box>
  );
};

/** The size of a story: the first is the lead, the next two are second, the rest are brief. */
type StorySize = 'lead' | 'second' | 'brief';

export const storySizeOf = (index: number): StorySize =>
  index === 0 ? 'lead' : index <= 2 ? 'second' : 'brief';

/** The number of columns of each size, out of twelve. */
export const storySpans = { lead: 12, second: 6, brief: 4 } as const satisfies Record<StorySize, number>;

type Props = RowPlace & { row: ArticleRow; size: StorySize; now: Date; actions: RowActions };

/** The shape of the picture of each size; one of a brief story is beside its headline. */
const shapes = { lead: '16 / 9', second: '2 / 1', brief: '4 / 3' } as const;

/**
 * Shows a closed article as a story of a front page. The earlier in the list, the larger its headline and picture: beside
 * the lead story, above the second ones, small beside the headline of the brief ones.
 */
export const ArticleStory = memo(({ row, size, now, actions, ...place }: Props) => {
  const source = useRowPicture(row, size === 'brief' ? 640 : 1280);
  const isBrief = size === 'brief';
  const picture = source === null ? null : <RowPicture src={source} row={row} ratio={shapes[size]} />;
  return (
    <li
      {...rowFrame('row-story', row, place)}
      data-size={size}
      onPointerDown={() => actions.warm(row.article_id)}
    >
      {isBrief ? null : picture}
      <div className="row-story-text">
        <div className="row-story-head">
          <RowTitle row={row} actions={actions} />
          {isBrief ? picture : null}
        </div>
        <RowFacts row={row} now={now} />
        <Excerpt text={row.excerpt} />
        <RowSources story={row.story} />
        <div className="row-story-foot">
          <Score row={row} isRead={row.is_read} />
          <div className="row-story-reasons">
            <ReasonChips
              reasons={isBrief ? row.top_reasons.slice(0, 1) : row.top_reasons}
              isRead={row.is_read}
            />
          </div>
          <RowMarks row={row} actions={actions} />
        </div>
      </div>
    </li>
  );
});
ArticleStory.displayName = 'ArticleStory';
