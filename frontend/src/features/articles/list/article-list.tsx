import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { EndOfList } from '../../../components/page/end-of-list.tsx';
import { ErrorBoundary } from '../../../components/page/error-boundary.tsx';
import { EmptyState, ErrorState } from '../../../components/page/states.tsx';
import { useI18n } from '../../../lib/i18n/language.tsx';
import type { ListScope } from '../../../lib/queries/query-keys.ts';
import { usePreferences } from '../../../lib/preferences/preferences.tsx';
import { ArticleItems } from './article-items.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { OpenArticle } from '../article/open-article.tsx';
import { articleListQuery } from '../queries.ts';
import { ModelNotice } from './model-notice.tsx';
import { useFresh } from './use-fresh.ts';
import { useOpenArticle } from './use-open-article.ts';

type Props = {
  scope: ListScope;
  openId: string | null;
  onOpen: (articleId: string | null) => void;
  now: Date;
  /** The time a feed of this list last had a new article. If it is later than the list, a button offers a reload. */
  freshestAt: string | null;
  /** True while the first articles of a feed may be on their way. An empty list is then looked at again and again. */
  isArriving: boolean;
  emptyAction: ReactNode;
  /** Shown after the text of the open article. */
  afterText: (articleId: string) => ReactNode;
};

const FreshButton = ({ onClick }: { onClick: () => void }) => {
  const { t } = useI18n();
  return (
    <Flex justifyContent="center" my="2">
      <Button size="md" variant="subtle" colorPalette="shu" borderRadius="full" onClick={onClick}>
        {t.list.fresh}
      </Button>
    </Flex>
  );
};

/** Says under a list that it has ended, or that only the newest articles are ranked. */
const EndNote = ({ rankedOf, isLong }: { rankedOf: number | null; isLong: boolean }) => {
  const { t } = useI18n();
  if (rankedOf === null && !isLong) return null;
  return (
    <Box role="note" textAlign="center" color="fg.muted" textStyle="sm" px="3" py="10" data-testid="list-end">
      {rankedOf === null ? t.list.end : t.list.rankedOf(rankedOf)}
    </Box>
  );
};

/** Time between two looks at an empty list whose first articles are on their way, in milliseconds. */
const LOOK_MS = 2_000;

/** Calls `look` every two seconds while `isWaiting`. */
const useLookAgain = (isWaiting: boolean, look: () => Promise<unknown>) => {
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => void look(), LOOK_MS);
    return () => clearInterval(timer);
  }, [isWaiting, look]);
};

export const ArticleList = ({
  scope,
  openId,
  onOpen,
  now,
  freshestAt,
  isArriving,
  emptyAction,
  afterText,
}: Props) => {
  const { t } = useI18n();
  const { page_size: pageSize, view: look, balance } = usePreferences();
  const list = useInfiniteQuery({
    ...articleListQuery(scope, pageSize, balance),
    placeholderData: keepPreviousData,
  });
  const { rows, actions } = useOpenArticle({ loaded: list.data, openId, onOpen });
  const hasFresh = useFresh(freshestAt, list.dataUpdatedAt);
  useLookAgain(isArriving && list.isSuccess && rows.length === 0, list.refetch);

  if (list.isPending) return <ListSkeleton />;
  if (list.data === undefined) {
    return <ErrorState title={t.list.loadFailed} error={list.error} onRetry={() => void list.refetch()} />;
  }
  return (
    <>
      <ModelNotice now={now} />
      {hasFresh && !list.isFetching ? <FreshButton onClick={() => void list.refetch()} /> : null}
      {rows.length === 0 && !list.isPlaceholderData ? (
        <EmptyState {...t.empty[scope.filter]}>{emptyAction}</EmptyState>
      ) : (
        <ArticleItems
          rows={rows}
          openId={openId}
          look={look}
          isStale={list.isPlaceholderData}
          now={now}
          actions={actions}
          opened={(row) => (
            <ErrorBoundary pane="article" onBack={() => actions.toggleOpen(row)}>
              <OpenArticle row={row} actions={actions} after={afterText(row.article_id)} />
            </ErrorBoundary>
          )}
        />
      )}
      {list.isFetchNextPageError ? (
        <ErrorState title={t.list.loadFailed} error={list.error} onRetry={() => void list.fetchNextPage()} />
      ) : null}
      {list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError ? (
        <EndOfList onNear={() => void list.fetchNextPage()} />
      ) : null}
      {list.isFetchingNextPage ? <ListSkeleton rows={3} label={t.list.more} /> : null}
      {list.hasNextPage ? null : (
        <EndNote rankedOf={list.data.pages.at(-1)?.ranked_of ?? null} isLong={rows.length > 12} />
      )}
    </>
  );
};
