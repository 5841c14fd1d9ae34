import { Box } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ErrorState } from '../../../components/page/states.tsx';
import { useI18n } from '../../../lib/i18n/language.tsx';
import { ListSkeleton } from '../list/list-skeleton.tsx';
import { feedHistoryQuery } from '../queries.ts';
import { HistoryRow } from './history-row.tsx';

type Props = { feedId: string; now: Date };

/** The items of a feed's document that the list does not have. */
export const HistoryList = ({ feedId, now }: Props) => {
  const { t } = useI18n();
  const id = useId();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    feedHistoryQuery(feedId),
  );
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const none = data?.pages[0]?.taken_at === null ? t.history.noDocument : t.history.none;
  return (
    <Box as="section" aria-labelledby={id} mt="12" data-testid="feed-history">
      <Box px={{ base: '3', md: '5' }} pb="3" borderBottomWidth="1px" borderColor="border">
        <Box as="h2" id={id} textStyle="sm" fontWeight="semibold">
          {t.history.title}
        </Box>
        <Box color="fg.muted" textStyle="sm">
          {data !== undefined && items.length === 0 && !hasNextPage ? none : t.history.hint}
        </Box>
      </Box>
      {data === undefined && error === null ? <ListSkeleton rows={3} /> : null}
      {error === null ? null : (
        <ErrorState title={t.history.loadFailed} error={error} onRetry={() => void refetch()} />
      )}
      <Box as="ol" listStyleType="none" aria-labelledby={id}>
        {items.map((item) => (
          <HistoryRow key={item.article_id} item={item} now={now} />
        ))}
      </Box>
      {hasNextPage ? (
        <Box textAlign="center" py="4">
          <Button variant="subtle" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t.history.more}
          </Button>
        </Box>
      ) : null}
    </Box>
  );
};
