import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/api.ts';
import { lookAgain } from '../api/limit.ts';
import { keys } from './query-keys.ts';

/** The time, in milliseconds, for which a new feed's articles are still arriving, so that its count changes. */
const arrivalTime = 60_000;

export const feedsQuery = queryOptions({
  queryKey: keys.feeds,
  queryFn: ({ signal }) => call('listFeeds', { signal }),
  refetchInterval: ({ state }) => {
    const addedAfter = new Date(Date.now() - arrivalTime).toISOString();
    const isArriving = state.data?.items.some((feed) => feed.created_at > addedAfter) === true;
    return lookAgain(isArriving ? 5_000 : 60_000, state.error);
  },
});
