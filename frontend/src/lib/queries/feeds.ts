import type { Counts, Feed, Page } from '@omomi/backend/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { isCleared } from '../marks/mark-all.ts';
import { waitingMarkAlls } from '../offline/outbox.ts';
import { laterCounts, readMarksOf } from '../marks/read-marks.ts';
import { call } from '../api/api.ts';
import { lookAgain } from '../api/limit.ts';
import { signalLists } from './refresh-lists.ts';
import { keys } from './query-keys.ts';

/** The time, in milliseconds, for which a new feed's articles are still arriving, so that its count changes. */
const arrivalTime = 60_000;

/** Returns true if one of the feeds was added less than a minute ago, so that its first articles may be on their way. */
export const areArriving = (feeds: readonly Pick<Feed, 'created_at'>[], now: number): boolean => {
  const addedAfter = new Date(now - arrivalTime).toISOString();
  return feeds.some((feed) => feed.created_at > addedAfter);
};

/** Returns the feeds with other unread counts; the same object if nothing changes. */
const withCounts = (feeds: Page<Feed>, unreadOf: (feed: Feed) => number): Page<Feed> => {
  const items = feeds.items.map((feed) => {
    const unread_count = Math.max(0, unreadOf(feed));
    return unread_count === feed.unread_count
      ? feed
      : { ...feed, unread_count, has_unread: unread_count > 0 };
  });
  return items.every((feed, at) => feed === feeds.items[at]) ? feeds : { ...feeds, items };
};

const countsOf = ({ items }: Page<Feed>): Counts => {
  const feeds = items.filter(({ has_unread }) => has_unread);
  return {
    unread_count: feeds.reduce((sum, { unread_count }) => sum + unread_count, 0),
    feeds: feeds.map(({ feed_id, unread_count }) => ({ feed_id, unread_count })),
  };
};

/** All feeds. Their counts are kept up by `countsQuery`, so the list itself is loaded again only now and then. */
export const feedsQuery = queryOptions({
  queryKey: keys.feeds,
  queryFn: async ({ signal, client }) => {
    const marks = readMarksOf(client);
    await marks.flush();
    const since = marks.now();
    const feeds = await call('listFeeds', { signal });
    const changes = laterCounts(marks, since);
    const before = client.getQueryData<Counts>(keys.counts)?.unread_count ?? Infinity;
    client.setQueryData<Counts>(keys.counts, countsOf(feeds));
    if (countsOf(feeds).unread_count > before) signalLists(client, 'news');
    const waiting = waitingMarkAlls();
    return withCounts(
      feeds,
      ({ feed_id, unread_count }) =>
        (isCleared(feed_id, waiting) ? 0 : unread_count) + (changes.get(feed_id) ?? 0),
    );
  },
  refetchInterval: ({ state }) => {
    const isArriving = areArriving(state.data?.items ?? [], Date.now());
    return lookAgain(isArriving ? 5_000 : 10 * 60_000, state.error);
  },
});

/** Puts counts into the list of feeds. Loads that list again if a feed is not in it or has new articles. */
const applyCounts = (client: QueryClient, counts: Counts, changes: ReadonlyMap<string, number>): void => {
  const unread = new Map(counts.feeds.map(({ feed_id, unread_count }) => [feed_id, unread_count]));
  const known = client.getQueryData<Page<Feed>>(keys.feeds);
  if (known === undefined) return;
  const shown = new Map(known.items.map(({ feed_id, unread_count }) => [feed_id, unread_count]));
  if (counts.feeds.some(({ feed_id, unread_count }) => unread_count > (shown.get(feed_id) ?? 0))) {
    void client.invalidateQueries({ queryKey: keys.feeds });
    signalLists(client, 'news');
  }
  const waiting = waitingMarkAlls();
  client.setQueryData<Page<Feed>>(
    keys.feeds,
    withCounts(
      known,
      ({ feed_id }) =>
        (isCleared(feed_id, waiting) ? 0 : (unread.get(feed_id) ?? 0)) + (changes.get(feed_id) ?? 0),
    ),
    { updatedAt: client.getQueryState(keys.feeds)?.dataUpdatedAt ?? 0 },
  );
};

/** The unread counts, once a minute. They are shown with the feeds, which this query changes. */
export const countsQuery = queryOptions({
  queryKey: keys.counts,
  queryFn: async ({ signal, client }) => {
    const marks = readMarksOf(client);
    await marks.flush();
    const since = marks.now();
    const counts = await call('getCounts', { signal });
    applyCounts(client, counts, laterCounts(marks, since));
    return counts;
  },
  staleTime: 60_000,
  refetchInterval: ({ state }) => lookAgain(60_000, state.error),
});
