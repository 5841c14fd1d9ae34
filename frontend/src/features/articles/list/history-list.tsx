import type { HistoryItem } from '@omomi/backend/contract';
import { Box, chakra } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { memo, useId, useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ExternalIcon } from '../../../components/later-icons.tsx';
import { fullTime, languageOf, relativeTime } from '../../../lib/format.ts';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { ErrorState } from '../../../components/page/states.tsx';
import { ArticleBody } from '../article/article-body.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { feedHistoryQuery } from '../queries.ts';

/** Shows one item of a feed's document, and its text when it is open. */
const HistoryRow = memo(({ item, now }: { item: HistoryItem; now: Date }) => {
  const { language } = useI18n();
  const reading = useTexts('reading');
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <Box as="li" data-testid="history-row" px={{ base: '3', md: '5' }} py="3.5" borderRadius="xl">
      <Box as="h3" textStyle="title" fontWeight="400" color={isOpen ? 'fg' : 'fg.muted'}>
        <chakra.button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          textAlign="start"
          cursor="pointer"
          font="inherit"
          w="full"
          minH="10"
          onClick={() => setOpen(!isOpen)}
          lang={languageOf(item.title)}
        >
          {item.title}
        </chakra.button>
      </Box>
      <Box textStyle="xs" color="fg.subtle">
        <time dateTime={item.published_at} title={fullTime(item.published_at, language)}>
          {item.is_date_estimated ? '~' : ''}
          {relativeTime(item.published_at, now, language)}
        </time>
        {item.author === null ? '' : ` · ${reading.by(item.author)}`}
      </Box>
      {isOpen ? (
        <Box id={id} pt="4" pb="6">
          {item.link === null ? null : (
            <Button asChild size="md" variant="subtle" mb="4">
              <a href={item.link} target="_blank" rel="noopener noreferrer">
                <ExternalIcon />
                {reading.original}
              </a>
            </Button>
          )}
          <ArticleBody article={item} />
        </Box>
      ) : null}
    </Box>
  );
});
HistoryRow.displayName = 'HistoryRow';

type Props = { feedId: string; now: Date };

/** The items of a feed's document that the list does not have. */
export const HistoryList = ({ feedId, now }: Props) => {
  const feedDocument = useTexts('feedDocument');
  const id = useId();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    feedHistoryQuery(feedId),
  );
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const none = data?.pages[0]?.taken_at === null ? feedDocument.noDocument : feedDocument.none;
  return (
    <Box as="section" aria-labelledby={id} mt="12" data-testid="feed-history">
      <Box px={{ base: '3', md: '5' }} pb="3" borderBottomWidth="1px" borderColor="border">
        <Box as="h2" id={id} textStyle="sm" fontWeight="semibold">
          {feedDocument.title}
        </Box>
        <Box color="fg.muted" textStyle="sm">
          {data !== undefined && items.length === 0 && !hasNextPage ? none : feedDocument.hint}
        </Box>
      </Box>
      {data === undefined && error === null ? <ListSkeleton rows={3} /> : null}
      {error === null ? null : (
        <ErrorState title={feedDocument.loadFailed} error={error} onRetry={() => void refetch()} />
      )}
      <Box as="ol" listStyleType="none" aria-labelledby={id}>
        {items.map((item) => (
          <HistoryRow key={item.article_id} item={item} now={now} />
        ))}
      </Box>
      {hasNextPage ? (
        <Box textAlign="center" py="4">
          <Button variant="subtle" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {feedDocument.more}
          </Button>
        </Box>
      ) : null}
    </Box>
  );
};
