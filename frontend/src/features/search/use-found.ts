import type { SearchOrder, SearchPage } from '@omomi/backend/contract';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTexts } from '../../lib/i18n/language.tsx';
import { faultOf, lengthFault } from './query-text.ts';
import { foundQuery, isPartial } from './queries.ts';

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
