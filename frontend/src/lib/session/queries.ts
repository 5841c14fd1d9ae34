import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/api.ts';
import { keys } from '../queries/query-keys.ts';

export const providersQuery = queryOptions({
  queryKey: keys.providers,
  queryFn: ({ signal }) => call('listProviders', { signal }),
  staleTime: 5 * 60_000,
});

export const meQuery = queryOptions({
  queryKey: keys.me,
  queryFn: ({ signal }) => call('getMe', { signal }),
  staleTime: 5 * 60_000,
});
