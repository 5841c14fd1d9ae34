import type { ArticleRow } from '@omomi/backend/contract';
import { Box, chakra } from '@chakra-ui/react';
import { Disclosure } from '../../../components/disclosure.tsx';
import { languageOf } from '../../../lib/format.ts';
import { useI18n } from '../../../lib/i18n/language.tsx';

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
