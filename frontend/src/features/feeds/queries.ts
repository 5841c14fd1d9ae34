import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { keys } from '../../lib/query-keys.ts';

export const feedsQuery = queryOptions({
  queryKey: keys.feeds,
  queryFn: ({ signal }) => call('listFeeds', { signal }),
  refetchInterval: 60_000,
});
