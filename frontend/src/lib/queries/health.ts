import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/api.ts';
import { keys } from './query-keys.ts';

/** What the service says of itself; it stays while it runs. */
export const healthQuery = queryOptions({
  queryKey: keys.health,
  queryFn: ({ signal }) => call('getHealth', { signal }),
  staleTime: Infinity,
});
