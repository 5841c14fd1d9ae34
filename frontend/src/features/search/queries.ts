import type { SearchOrder, SearchPage } from '@omomi/backend/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { lookAgain, retryAfter } from '../../lib/api/limit.ts';
import { timeZone } from '../../lib/clock.ts';
import { readMarksOf } from '../../lib/marks/read-marks.ts';
import { keys } from '../../lib/queries/query-keys.ts';
import { lengthFault } from './query-text.ts';

/** The time between two looks while texts are still being looked through, in milliseconds, and the longest such time. */
const lookEvery = 700;
const lookAtMost = 15_000;

export const isPartial = ({ indexed }: Pick<SearchPage, 'indexed'>): boolean => indexed.articles < indexed.of;

/** Returns the time until the next look. It grows, because a reader may have more articles than can be kept ready. */
const untilNextLook = (looks: number, pages: number, error: unknown): number =>
  lookAgain(Math.min(lookAtMost, lookEvery * pages * (1 + Math.max(0, looks - 20))), error);

/**
 * Returns the query of what a search finds, in the form of a list, so that marks change its rows as those of every list.
 * While articles are still being looked through, it is asked again.
 */
export const foundQuery = (q: string, order: SearchOrder) =>
  infiniteQueryOptions({
    queryKey: keys.found(q, order),
    queryFn: async ({ pageParam, signal, client }) => {
      if (pageParam === '') await readMarksOf(client).flush();
      const page = await call('searchArticles', {
        query: { q, order, ...timeZone(), ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      });
      return { ...page, ranked_of: null };
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    enabled: q !== '' && lengthFault(q) === null,
    refetchInterval: ({ state: { data, dataUpdateCount, error } }) =>
      // After a rate limit, the message that shows the error asks again.
      retryAfter(error) === null && data?.pages[0] !== undefined && isPartial(data.pages[0])
        ? untilNextLook(dataUpdateCount, data.pages.length, error)
        : false,
  });

/** Returns the query of the articles that are near to this one in meaning. */
export const relatedQuery = (articleId: string) =>
  queryOptions({
    queryKey: keys.related(articleId),
    queryFn: ({ signal }) =>
      call('listRelated', { params: { article_id: articleId }, query: { limit: 6 }, signal }),
    staleTime: 10 * 60_000,
  });
