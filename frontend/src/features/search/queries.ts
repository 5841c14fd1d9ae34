import type { SearchOrder, SearchPage } from '@omomi/backend/contract';
import {
  infiniteQueryOptions,
  queryOptions,
  keepPreviousData,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { call } from '../../lib/api/api.ts';
import { lookAgain, retryAfter } from '../../lib/api/limit.ts';
import { timeZone } from '../../lib/clock.ts';
import { readMarksOf } from '../../lib/marks/read-marks.ts';
import { keys } from '../../lib/queries/query-keys.ts';
import { lengthFault, faultOf } from './query-text.ts';
import { useTexts } from '../../lib/i18n/language.tsx';

/** The time between two looks while texts are still being looked through, in milliseconds, and the longest such time. */
const lookEvery = 700;
const lookAtMost = 15_000;

const isPartial = ({ indexed }: Pick<SearchPage, 'indexed'>): boolean => indexed.articles < indexed.of;

/** Returns the time until the next look. It grows, because a reader may have more articles than can be kept ready. */
const untilNextLook = (looks: number, pages: number, error: unknown): number =>
  lookAgain(Math.min(lookAtMost, lookEvery * pages * (1 + Math.max(0, looks - 20))), error);

/**
 * Returns the query of what a search finds, in the form of a list, so that marks change its rows as those of every list.
 * While articles are still being looked through, it is asked again.
 */
const foundQuery = (q: string, order: SearchOrder) =>
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

type RowMatch = SearchPage['items'][number]['match'] & { note?: string };

const useFoundPages = (q: string, order: SearchOrder) => {
  const list = useInfiniteQuery({ ...foundQuery(q, order), placeholderData: keepPreviousData });
  // A wrong query has no results of its own: those of the former one stay until it is mended.
  const [kept, setKept] = useState(list.data);
  const newest = q === '' ? undefined : (list.data ?? kept);
  if (kept !== newest) setKept(newest);
  return { list, data: newest };
};

/** Returns the places that match, by article. The first article that lacks words has a note, unless all of them do. */
const matchesOf = (pages: readonly SearchPage[], note: string): ReadonlyMap<string, RowMatch> => {
  const items = pages.flatMap((page) => page.items);
  const first = items.findIndex(({ has_all }) => !has_all);
  return new Map(
    items.map(({ article_id, match }, at) => [
      article_id,
      at === first && at > 0 ? { ...match, note } : match,
    ]),
  );
};

/** Searches, and returns what was found. Until the answer is there, that is what the former search found. */
export const useFound = (q: string, order: SearchOrder) => {
  const { list, data } = useFoundPages(q, order);
  const { someWords } = useTexts('search');
  const matches = useMemo(() => matchesOf(data?.pages ?? [], someWords), [data, someWords]);
  const fault = q === '' ? null : (lengthFault(q) ?? faultOf(list.error));
  const page = data?.pages[0];
  return {
    data,
    page,
    matches,
    fault,
    /** An error other than a wrong query. */
    error: q === '' || fault !== null ? null : list.error,
    /** True while the articles shown are those of the former search. */
    isOlder: data !== undefined && (list.isPlaceholderData || list.data === undefined),
    isPending: q !== '' && fault === null && data === undefined && list.isPending,
    isPartial: page !== undefined && isPartial(page),
    /** The time of the answer, in milliseconds since 1970. */
    at: list.dataUpdatedAt,
    /** True if there is more than what is shown, whether it is on its way, has failed, or was not asked for. */
    goesOn: list.hasNextPage,
    hasMore: list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError,
    isMoreComing: list.isFetchingNextPage,
    isMoreMissing: list.isFetchNextPageError,
    more: () => void list.fetchNextPage(),
    /** Loads the next articles. Rejects if they could not be loaded. */
    next: () => list.fetchNextPage({ throwOnError: true, cancelRefetch: false }),
    again: () => void list.refetch(),
  };
};
