import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { lookAgain } from '../../lib/api/limit.ts';
import { readMarksOf } from '../../lib/marks/read-marks.ts';
import { type ListScope, keys } from '../../lib/queries/query-keys.ts';

/** The time after its arrival for which an unscored article is polled for its score, in milliseconds. */
const scoringTime = 2 * 60_000;

/** The time for which an article that was loaded ahead opens without a request, in milliseconds. */
const openableTime = 10 * 60_000;

/** The interval at which an open article is looked at whose full text is on its way, in milliseconds. */
const textInterval = 3_000;

/** Returns the query of a list of articles. `pageSize` is the number of articles per page, 1 to 200. */
export const articleListQuery = (scope: ListScope, pageSize: number, isBalanced: boolean) =>
  infiniteQueryOptions({
    queryKey: keys.articleList(scope, pageSize, isBalanced),
    queryFn: async ({ pageParam, signal, client }) => {
      // The server leaves out of a list what it knows to be read, so it is told first.
      if (pageParam === '') await readMarksOf(client).flush();
      return call('listArticles', {
        query: {
          sort: scope.sort,
          filter: scope.filter,
          limit: pageSize,
          fold: 'true',
          balance: String(isBalanced),
          ...(scope.feed_id === null ? {} : { feed_id: scope.feed_id }),
          ...(scope.folder === null ? {} : { folder: scope.folder }),
          ...(pageParam === '' ? {} : { cursor: pageParam }),
        },
        signal,
      });
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: (query) => {
      const arrivedAfter = new Date(Date.now() - scoringTime).toISOString();
      const waits = query.state.data?.pages[0]?.items.some(
        (row) => row.importance_score === null && row.created_at > arrivedAfter,
      );
      // A reload requests every loaded page, so a long list is polled less often.
      const every = 3_000 * (query.state.data?.pages.length ?? 1);
      return waits === true ? lookAgain(every, query.state.error) : false;
    },
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
