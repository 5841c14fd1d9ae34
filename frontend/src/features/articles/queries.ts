import type { ArticlePage } from '@omomi/backend/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { lookAgain } from '../../lib/api/limit.ts';
import { serverNow } from '../../lib/clock.ts';
import { readMarksOf } from '../../lib/marks/read-marks.ts';
import { readKeptList } from './snapshot/kept-list.ts';
import { tiersFirst } from './rows/sections.tsx';
import { type ListScope, keys } from '../../lib/queries/query-keys.ts';

/** The time for which an article that was loaded ahead opens without a request, in milliseconds. */
const openableTime = 10 * 60_000;

/** The time for which a list that is not shown is kept, so that going back shows it as it was, in milliseconds. */
export const keptTime = 60 * 60_000;

/** The interval at which an open article is looked at whose full text is on its way, in milliseconds. */
const textInterval = 3_000;

/** A list of articles. `pageSize` is the number of articles of a page, 1 to 200. */
export type ArticleListOf = { scope: ListScope; pageSize: number; isBalanced: boolean };

/**
 * A page of a list, and when it was asked for: `asked_at` by the server's clock, to compare with times of articles;
 * `asked_here` by this browser's clock, in milliseconds since 1970.
 */
export type ListPage = ArticlePage & { asked_at: string; asked_here: number };

/** Loads a page of a list; the first one without a cursor. */
export const loadListPage = async (
  { scope, pageSize, isBalanced }: ArticleListOf,
  cursor: string,
  signal?: AbortSignal,
): Promise<ListPage> => {
  const asked_at = serverNow().toISOString();
  const asked_here = Date.now();
  const page = await call('listArticles', {
    query: {
      sort: scope.sort,
      filter: scope.filter,
      limit: pageSize,
      fold: 'true',
      balance: String(isBalanced),
      ...(scope.feed_id === null ? {} : { feed_id: scope.feed_id }),
      ...(scope.folder === null ? {} : { folder: scope.folder }),
      ...(scope.tag === null ? {} : { tag: scope.tag }),
      ...(cursor === '' ? {} : { cursor }),
    },
    ...(signal === undefined ? {} : { signal }),
  });
  const items = scope.sort === 'importance_score' ? tiersFirst(page.items) : page.items;
  return { ...page, items, asked_at, asked_here };
};

/**
 * Returns the query of a list of articles. What is loaded is a snapshot: nothing loads it again by itself, so that no
 * row moves while it is read.
 */
export const articleListQuery = (list: ArticleListOf) =>
  infiniteQueryOptions({
    queryKey: keys.articleList(list.scope, list.pageSize, list.isBalanced),
    queryFn: async ({ pageParam, signal, client }) => {
      // The server leaves out of a list what it knows to be read, so it is told first.
      if (pageParam === '') await readMarksOf(client).flush();
      return loadListPage(list, pageParam, signal);
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    initialData: () => readKeptList(keys.articleList(list.scope, list.pageSize, list.isBalanced)),
    staleTime: Infinity,
    gcTime: keptTime,
    // Comparing thousands of rows with themselves takes longer than a frame.
    structuralSharing: false,
  });

/** Returns the query of what a feed's document carries and the lists do not. */
export const feedHistoryQuery = (feedId: string) =>
  infiniteQueryOptions({
    queryKey: keys.feedHistory(feedId),
    queryFn: ({ pageParam, signal }) =>
      call('getFeedHistory', {
        params: { feed_id: feedId },
        query: { limit: 20, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    staleTime: 300_000,
  });

/** Returns the query of all that the page shows of an open article. */
export const articleQuery = (articleId: string) =>
  queryOptions({
    queryKey: keys.article(articleId),
    queryFn: ({ signal }) => call('getArticle', { params: { article_id: articleId }, signal }),
    staleTime: openableTime,
    gcTime: openableTime,
    refetchInterval: (query) =>
      query.state.data?.full_text.state === 'coming' ? lookAgain(textInterval, query.state.error) : false,
  });
