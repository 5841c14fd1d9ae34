import { withCounts, type CountContext } from '../articles/reading/unread.ts';
import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import { onlyPage } from '../contract/index.ts';
import { discover, type DiscoverContext } from '../discovery/discover.ts';
import { harmlessImage } from '../pictures/icon-image.ts';
import type { IconStore } from '../model/feed/icon.ts';
import { fetchDays } from '../model/fetches/fetch-days.ts';
import { feedToWire } from '../model/feed/feed-to-wire.ts';
import { byPosition } from '../model/feed/folder.ts';
import { withFeeds } from '../model/feed/followed-feed.ts';
import { readHistory, type HistoryContext } from './history/read-history.ts';
import type { ReadFigures } from './figures/read-figures.ts';
import { loadFollowed } from './load-followed.ts';
import { feedUnknown } from '../model/feed/errors.ts';
import { DomainError } from '../lib/domain-error.ts';

export type FeedEndpointDeps = CountContext &
  DiscoverContext &
  HistoryContext & {
    icons: Pick<IconStore, 'get'>;
    readFigures: ReadFigures;
  };

type FeedEndpoints =
  | 'listFeeds'
  | 'listUpdatedFeeds'
  | 'getCounts'
  | 'getFeed'
  | 'getFeedFetches'
  | 'getFeedFigures'
  | 'getFeedHistory'
  | 'getFeedIcon'
  | 'discoverFeeds';

/** Creates the endpoints that show a reader's feeds, and those that a page leads to. */
export const createFeedEndpoints = (deps: FeedEndpointDeps): HandlersOf<FeedEndpoints> => ({
  listFeeds: async ({ reader: { user_id } }) => {
    const followed = await withCounts(deps, user_id, await deps.subscriptions.list(user_id));
    const all = await withFeeds(deps.feeds, followed);
    for (const { feed, subscription } of all)
      if (feed.title !== subscription.feed_title)
        await deps.subscriptions.update(user_id, feed.feed_id, { feed_title: feed.title });
    const items = all.map(({ feed, subscription }) => feedToWire(feed, subscription));
    return onlyPage(items.toSorted((a, b) => byPosition({ ...a, name: a.title }, { ...b, name: b.title })));
  },
  listUpdatedFeeds: async ({ reader: { user_id }, query: { since } }) => {
    // These subscriptions honour marks of whole feeds, because such a mark counts as reading.
    const followed = await withCounts(deps, user_id, await deps.subscriptions.list(user_id));
    const items = (await withFeeds(deps.feeds, followed, () => {})).flatMap(({ feed, subscription }) => {
      const updated = feed.feed_last_updated;
      return updated === null || updated <= (since ?? subscription.last_read_at ?? '')
        ? []
        : [{ updated, feed: feedToWire(feed, subscription) }];
    });
    const latestFirst = items.toSorted(
      (a, b) => b.updated.localeCompare(a.updated) || a.feed.title.localeCompare(b.feed.title),
    );
    return onlyPage(latestFirst.map(({ feed }) => feed));
  },
  getCounts: async ({ reader: { user_id } }) => {
    const followed = await withCounts(deps, user_id, await deps.subscriptions.list(user_id));
    const feeds = followed
      .map(({ feed_id, unread_count }) => ({ feed_id, unread_count }))
      .filter(({ unread_count }) => unread_count > 0)
      // The same counts make the same answer, and with that the same ETag.
      .toSorted((a, b) => a.feed_id.localeCompare(b.feed_id));
    return { unread_count: feeds.reduce((sum, { unread_count }) => sum + unread_count, 0), feeds };
  },
  getFeed: async ({ reader: { user_id }, params: { feed_id } }) => {
    const { feed, subscription } = await loadFollowed(deps, user_id, feed_id);
    return feedToWire(feed, subscription);
  },
  getFeedFetches: async ({ reader: { user_id }, params: { feed_id } }) => {
    const { feed } = await loadFollowed(deps, user_id, feed_id);
    return { days: fetchDays(feed.fetch_days, deps.now()) };
  },
  getFeedFigures: ({ reader: { user_id } }) => deps.readFigures(user_id),
  getFeedHistory: ({ reader: { user_id }, params: { feed_id }, query }) =>
    readHistory(deps, user_id, feed_id, query),
  getFeedIcon: async ({ reader: { user_id }, params: { feed_id } }) => {
    const [subscription, icon] = await Promise.all([
      deps.subscriptions.get(user_id, feed_id),
      deps.icons.get(feed_id),
    ]);
    if (subscription === null) throw feedUnknown();
    // Check the stored icon again, because the rules for harmless images may have changed since.
    const harmless = icon === null ? null : harmlessImage(icon.bytes);
    if (icon === null || harmless === null) throw new DomainError('NOT_FOUND', 'This feed has no icon.');
    return { ...harmless, hash: icon.hash };
  },
  discoverFeeds: async ({ body: { url } }) => {
    const { candidates } = await discover(deps, url, { hasPreviews: true });
    return onlyPage(candidates);
  },
});
