import type { Feed } from '@omomi/backend/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/api.ts';
import { lookAgain } from '../api/limit.ts';
import { keys } from './query-keys.ts';

/** The time, in milliseconds, for which a new feed's articles are still arriving, so that its count changes. */
const arrivalTime = 60_000;

/** Returns true if one of the feeds was added less than a minute ago, so that its first articles may be on their way. */
export const areArriving = (feeds: readonly Pick<Feed, 'created_at'>[], now: number): boolean => {
  const addedAfter = new Date(now - arrivalTime).toISOString();
  return feeds.some((feed) => feed.created_at > addedAfter);
};

export const feedsQuery = queryOptions({
  queryKey: keys.feeds,
  queryFn: ({ signal }) => call('listFeeds', { signal }),
  refetchInterval: ({ state }) => {
    const isArriving = areArriving(state.data?.items ?? [], Date.now());
    return lookAgain(isArriving ? 5_000 : 60_000, state.error);
  },
});
