import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/api.ts';
import { keys } from './query-keys.ts';

/** The reader's saved searches, in their order. */
export const searchesQuery = queryOptions({
  queryKey: keys.searches,
  queryFn: ({ signal }) => call('listSearches', { signal }),
  staleTime: 5 * 60_000,
});
