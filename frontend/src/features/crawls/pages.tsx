import type { CrawlPage } from '@omomi/backend/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { Box } from '@chakra-ui/react';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { EmptyState, ErrorState } from '../../components/page/states.tsx';
import { useTexts } from '../../lib/i18n/language.tsx';
import type { LinkTo } from '../../components/inner-link.tsx';
import { narrowScreen, useMedia } from '../../lib/screen.ts';
import { crawlPagesQuery } from './queries.ts';
import type { CrawlView, TableSort } from './view.ts';
import { type Plan, finderOf, planOf, usePagesTable } from './use-pages-table.tsx';
import { narrowColumns, usualColumns } from './page-columns.tsx';
import { PagesTable } from './pages-table.tsx';
import { Toolbar } from './pages-toolbar.tsx';

/** Loads the pages of a view: further ones when `loadMore` is called, and all of them if the view needs all. */
const useCrawlPages = (crawlId: string, plan: Plan, find: string, isCrawling: boolean) => {
  const query = useInfiniteQuery(crawlPagesQuery(crawlId, plan.list, isCrawling));
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const canLoad = hasNextPage && !isFetching && !isError;
  // A part of the list may be empty although more follow.
  const isEmptySoFar = data?.pages.every(({ items }) => items.length === 0) === true;
  useEffect(() => {
    if (canLoad && (plan.needsAll || isEmptySoFar)) void fetchNextPage();
  }, [canLoad, plan.needsAll, isEmptySoFar, fetchNextPage]);
  const loaded = useMemo(
    // While the crawl goes on, a page may move to a later part of the list that is loaded already.
    () => [
      ...new Map(data?.pages.flatMap(({ items }) => items).map((page) => [page.page_id, page])).values(),
    ],
    [data],
  );
  const rows = useMemo<CrawlPage[]>(() => loaded.filter(finderOf(find)), [loaded, find]);
  return {
    query,
    rows,
    loadedCount: loaded.length,
    isLoadingAll: (plan.needsAll || isEmptySoFar) && hasNextPage,
    loadMore: () => {
      if (canLoad) void fetchNextPage();
    },
  };
};

type Props = {
  crawlId: string;
  /** The host of the crawl's first seed. */
  host: string;
  isCrawling: boolean;
  view: CrawlView;
  onChange: (changes: Partial<CrawlView>) => void;
  /** The order if the reader has chosen none; null for that in which the pages were found. */
  usualSort: TableSort | null;
  linkTo: (pageId: string) => LinkTo;
  now: Date;
};

/** Shows the table of a crawl's pages with its filters. */
export const Pages = ({ crawlId, host, isCrawling, view, onChange, usualSort, linkTo, now }: Props) => {
  const texts = useTexts('crawlPages');
  const failed = useTexts('crawl').loadFailed;
  const isNarrow = useMedia(narrowScreen);
  const shown = view.columns ?? (isNarrow ? narrowColumns : usualColumns);
  const plan = useMemo(() => planOf(view, usualSort), [view, usualSort]);
  const { query, rows, loadedCount, isLoadingAll, loadMore } = useCrawlPages(
    crawlId,
    plan,
    view.find,
    isCrawling,
  );
  const table = usePagesTable({ rows, plan, shown, onSort: (sort) => onChange({ sort }) });
  const codes = useMemo(
    () => [...new Set(rows.flatMap(({ status_code: code }) => (code === null ? [] : [code])))],
    [rows],
  );
  const note = isLoadingAll ? texts.loadingAll(loadedCount) : plan.isOfCompleted ? texts.completedOnly : null;
  const body = () => {
    if (query.data === undefined)
      return query.error === null ? (
        <Skeleton h="16rem" borderRadius="xl" />
      ) : (
        <ErrorState title={failed} error={query.error} onRetry={() => void query.refetch()} />
      );
    if (rows.length === 0 && !isLoadingAll)
      return <EmptyState {...(isCrawling && loadedCount === 0 ? texts.noneYet : texts.none)} />;
    return (
      <>
        {query.isError ? (
          <ErrorState title={failed} error={query.error} onRetry={() => void query.fetchNextPage()} />
        ) : null}
        <PagesTable
          table={table}
          shown={shown}
          host={host}
          openId={view.page_id}
          linkTo={linkTo}
          hasMore={query.hasNextPage}
          onNearEnd={loadMore}
          isStale={query.isPlaceholderData}
          now={now}
        />
      </>
    );
  };
  return (
    <>
      <Toolbar view={view} onChange={onChange} shown={shown} codes={codes} />
      {body()}
      <Box as="output" display="block" color="fg.muted" textStyle="xs" mt="2" minH="1.1rem">
        {query.data === undefined
          ? null
          : [texts.count(rows.length, query.hasNextPage), ...(note === null ? [] : [note])].join(' · ')}
      </Box>
    </>
  );
};
