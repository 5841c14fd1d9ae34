import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../api/api.ts';
import { keys } from './query-keys.ts';

/** The query of the server's health. The answer does not change while the server is running. */
export const healthQuery = queryOptions({
  queryKey: keys.health,
  queryFn: ({ signal }) => call('getHealth', { signal }),
  staleTime: Infinity,
});

/** The query of the reader's keywords. */
export const keywordsQuery = queryOptions({
  queryKey: keys.keywords,
  queryFn: ({ signal }) => call('listKeywords', { signal }),
});

/**
 * Asks if the reader has keywords, where no article that is shown has a score above 0: whoever has such articles has keywords.
 * Returns true until the first answer.
 */
export const useAskForKeywords = (
  rows: readonly { importance_score: number | null }[] | undefined,
): boolean => {
  const enabled = rows?.every(({ importance_score: score }) => score === null || score === 0) ?? false;
  const { isLoading, failureCount } = useQuery({ ...keywordsQuery, enabled });
  return isLoading && failureCount === 0;
};

/** The reader's saved searches, in their order. */
export const searchesQuery = queryOptions({
  queryKey: keys.searches,
  queryFn: ({ signal }) => call('listSearches', { signal }),
  staleTime: 5 * 60_000,
});
