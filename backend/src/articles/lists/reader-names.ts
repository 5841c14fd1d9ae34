import type { BookmarkCounts } from '../../bookmarks/counts.ts';
import type { EntryRow } from '../../model/article/entry.ts';
import type { FeedStore } from '../../model/feed/feed.ts';
import { type Subscription, type SubscriptionStore, shownTitle } from '../../model/feed/subscription.ts';
import type { Profile, ProfileStore } from '../../model/reader/profile.ts';
import type { Keyword, KeywordStore } from '../../model/score/keyword.ts';
import type { ScoreSketch } from '../../model/score/rank.ts';

/** The data of a reader that rows need in addition to the entries. */
export type ReaderNames = {
  subscriptions: Subscription[];
  /** Titles by feed_id of the feeds that the reader follows now. */
  feeds: Map<string, string>;
  /** Titles by feed_id of feeds that the reader no longer follows but has saved articles from. */
  former: Map<string, string>;
  keywords: Map<string, Keyword>;
  scores: ScoreSketch | null;
  /** Bookmark counts by article_id; unknown ones are missing. */
  bookmarks: ReadonlyMap<string, number>;
};

export const namesOf = (
  subscriptions: Subscription[],
  keywords: Keyword[],
  profile: Pick<Profile, 'scores'> | null,
  bookmarks: ReadonlyMap<string, number> = new Map(),
): ReaderNames => ({
  subscriptions,
  former: new Map(),
  feeds: new Map(subscriptions.map((subscription) => [subscription.feed_id, shownTitle(subscription)])),
  keywords: new Map(keywords.map((keyword) => [keyword.keyword_id, keyword])),
  scores: profile?.scores ?? null,
  bookmarks,
});

export type LoadNames = (userId: string) => Promise<ReaderNames>;

export const createLoadNames =
  (deps: {
    subscriptions: Pick<SubscriptionStore, 'list'>;
    keywords: Pick<KeywordStore, 'list'>;
    profiles: Pick<ProfileStore, 'get'>;
    bookmarkCounts: BookmarkCounts;
  }): LoadNames =>
  async (userId) =>
    namesOf(
      ...(await Promise.all([
        deps.subscriptions.list(userId),
        deps.keywords.list(userId),
        deps.profiles.get(userId),
        deps.bookmarkCounts(),
      ])),
    );

/** Returns the names with those of feeds that the rows came from and that the reader no longer follows. */
export const withFormerFeeds = async (
  feeds: Pick<FeedStore, 'getMany'>,
  rows: EntryRow[],
  names: ReaderNames,
): Promise<ReaderNames> => {
  const former = new Set(rows.map(({ feed_ids: [feed_id] }) => feed_id).filter((id) => !names.feeds.has(id)));
  if (former.size === 0) return names;
  const stored = await feeds.getMany([...former]);
  return { ...names, former: new Map(stored.map(({ feed_id, title }) => [feed_id, title])) };
};
