import type { CrawlPage } from '@omomi/backend/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { crawlPagesQuery } from '../queries.ts';
import { type Plan, finderOf } from './plan.ts';

/** Loads the pages of a view: further ones when `loadMore` is called, and all of them if the view needs all. */
export const useCrawlPages = (crawlId: string, plan: Plan, find: string, isCrawling: boolean) => {
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
