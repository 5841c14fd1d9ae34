import { oncePer } from '../../lib/memory.ts';
import { defaultPreferences } from '../../contract/index.ts';
import type { BookmarkCounts } from '../../bookmarks/counts.ts';
import type { Context } from '../../model/context.ts';
import { siteOfLink } from '../../model/article/canonical-link.ts';
import type { SignImage } from '../../model/article/image-keys.ts';
import type { EntryRow } from '../../model/article/entry.ts';
import type { FeedStore } from '../../model/feed/feed.ts';
import { type LeavingSubscription, type Subscription, shownTitle } from '../../model/feed/subscription.ts';
import type { Profile } from '../../model/reader/profile.ts';
import type { Keyword } from '../../model/score/keyword.ts';
import { typicalWeight } from '../../model/ranking/place.ts';

/** The data of a reader that rows need in addition to the entries. */
export type ReaderNames = {
  subscriptions: readonly Subscription[];
  /** Titles by feed_id of the feeds that the reader follows now. */
  feeds: ReadonlyMap<string, string>;
  /** The feeds that the reader has left and that a job is still removing from the entries. */
  leaving: ReadonlySet<string>;
  /** Titles by feed_id of feeds that the reader no longer follows but has saved articles from. */
  former: Map<string, string>;
  keywords: Map<string, Keyword>;
  /** The weight with which scores are compared to place them from 0 to 100. */
  typical_weight: number;
  /** The time at which the rows are shown, and the half-life in days of their age. */
  now: Date;
  freshness_days: number;
  /** True if the reader lets Omomi learn what they like. */
  learns: boolean;
  /** Bookmark counts by article_id; unknown ones are missing. */
  bookmarks: ReadonlyMap<string, number>;
  /** Makes the keys with which the image proxy serves pictures. */
  signImage: SignImage;
};

/** Returns the titles of subscriptions by feed_id. */
const titlesOf = oncePer(
  (subscriptions: readonly Subscription[]): ReadonlyMap<string, string> =>
    new Map(subscriptions.map((subscription) => [subscription.feed_id, shownTitle(subscription)])),
);

export const namesOf = (
  subscriptions: readonly Subscription[],
  keywords: Keyword[],
  profile: Pick<Profile, 'freshness_days' | 'like_saved'> | null,
  now: Date,
  bookmarks: ReadonlyMap<string, number> = new Map(),
  leaving: readonly LeavingSubscription[] = [],
): Omit<ReaderNames, 'signImage'> => ({
  subscriptions,
  leaving: new Set(leaving.map(({ feed_id }) => feed_id)),
  former: new Map(),
  feeds: titlesOf(subscriptions),
  keywords: new Map(keywords.map((keyword) => [keyword.keyword_id, keyword])),
  typical_weight: typicalWeight(keywords),
  now,
  freshness_days: (profile ?? defaultPreferences).freshness_days,
  learns: (profile ?? defaultPreferences).like_saved,
  bookmarks,
});

/** The context for reading names. A process keeps the counts of bookmarks in memory. */
export type NamesContext = Pick<Context, 'subscriptions' | 'keywords' | 'profiles' | 'imageKeys' | 'now'> & {
  bookmarkCounts: BookmarkCounts;
};

export const loadNames = async (ctx: NamesContext, userId: string): Promise<ReaderNames> => {
  const [{ followed, leaving }, keywords, profile, bookmarks, signImage] = await Promise.all([
    ctx.subscriptions.listAll(userId),
    ctx.keywords.list(userId),
    ctx.profiles.get(userId),
    ctx.bookmarkCounts(),
    ctx.imageKeys.load(),
  ]);
  return { ...namesOf(followed, keywords, profile, ctx.now(), bookmarks, leaving), signImage };
};

/**
 * Returns the test that an entry is only of feeds that the reader has left. Such an entry is listed no more unless it is
 * saved, although the job that removes it has not come to it yet.
 */
export const isOfLeftFeeds =
  ({ leaving, feeds }: Pick<ReaderNames, 'leaving' | 'feeds'>) =>
  ({ feed_ids }: Pick<EntryRow, 'feed_ids'>): boolean =>
    leaving.has(feed_ids[0]) && !feed_ids.some((feedId) => feeds.has(feedId));

/** Returns an entry under a feed that the reader follows, if it is still listed under one that was left. */
export const underFollowed = <E extends Pick<EntryRow, 'feed_ids'>>(
  entry: E,
  { leaving, feeds }: Pick<ReaderNames, 'leaving' | 'feeds'>,
): E => {
  const [first, ...rest] = entry.feed_ids;
  if (!leaving.has(first)) return entry;
  const next = rest.find((feedId) => feeds.has(feedId));
  return next === undefined ? entry : { ...entry, feed_ids: [next, ...rest.filter((id) => id !== next)] };
};

/**
 * Returns the names with those of feeds that the rows came from and that the reader no longer follows. A page that was saved by
 * its address is of no feed, and has the name of its site.
 */
export const withFormerFeeds = async (
  feeds: Pick<FeedStore, 'getMany'>,
  rows: Pick<EntryRow, 'feed_ids' | 'link'>[],
  names: ReaderNames,
): Promise<ReaderNames> => {
  const sites = new Map(
    rows
      .filter(({ feed_ids: [feed_id] }) => !names.feeds.has(feed_id))
      .map(({ feed_ids: [feed_id], link }) => [feed_id, siteOfLink(link)]),
  );
  if (sites.size === 0) return names;
  const stored = await feeds.getMany([...sites.keys()]);
  const titles = stored.map(({ feed_id, title }): [string, string] => [feed_id, title]);
  return { ...names, former: new Map([...sites, ...titles]) };
};
