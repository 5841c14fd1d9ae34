import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/api.ts';
import { keys } from './query-keys.ts';

/** The query of the server's health. The answer does not change while the server is running. */
export const healthQuery = queryOptions({
  queryKey: keys.health,
  queryFn: ({ signal }) => call('getHealth', { signal }),
  staleTime: Infinity,
});

export const keywordsQuery = queryOptions({
  queryKey: keys.keywords,
  queryFn: ({ signal }) => call('listKeywords', { signal }),
});
