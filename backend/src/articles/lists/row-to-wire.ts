import type { BookmarkCounts } from '../../bookmarks/counts.ts';
import {
  defaultPreferences,
  partIds,
  type ArticleRow,
  type ReasonKind,
  type RowStory,
  type TopReason,
} from '../../contract/index.ts';
import { oncePer } from '../../lib/memory.ts';
import { siteOfLink } from '../../model/article/canonical-link.ts';
import { isSavedByReader, type Entry, type EntryRow } from '../../model/article/entry.ts';
import type { SignImage } from '../../model/article/image-keys.ts';
import type { Context } from '../../model/context.ts';
import type { FeedStore } from '../../model/feed/feed.ts';
import { type LeavingSubscription, type Subscription, shownTitle } from '../../model/feed/subscription.ts';
import { placeOf, freshnessAt, shownTier, typicalWeight } from '../../model/ranking/place.ts';
import type { Profile } from '../../model/reader/profile.ts';
import type { Keyword } from '../../model/score/keyword.ts';
import { TOP_REASONS, topReasons, unlearnedScore } from '../../model/score/score.ts';

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
  profile: Pick<Profile, 'freshness_days' | 'learns'> | null,
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
  learns: (profile ?? defaultPreferences).learns,
  bookmarks,
});

/** The context for reading names. A process keeps the counts of bookmarks in memory; null where none are counted or shown. */
export type NamesContext = Pick<Context, 'subscriptions' | 'keywords' | 'profiles' | 'imageKeys' | 'now'> & {
  bookmarkCounts: BookmarkCounts | null;
};

export const loadNames = async (ctx: NamesContext, userId: string): Promise<ReaderNames> => {
  const [{ followed, leaving }, keywords, profile, bookmarks, signImage] = await Promise.all([
    ctx.subscriptions.listAll(userId),
    ctx.keywords.list(userId),
    ctx.profiles.get(userId),
    ctx.bookmarkCounts?.(),
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

// A deleted keyword remains a reason until the recalculation reaches the entry.
const FORGOTTEN = '—';

/** The parts of a score that are no keyword, by their id, in the order in which reasons list them after the keywords. */
const parts = new Map<string, { kind: ReasonKind; text: string }>([
  [partIds.weak, { kind: 'weak', text: '' }],
  [partIds.liked, { kind: 'learned', text: 'Like what you liked' }],
  [partIds.source, { kind: 'source', text: 'How often the feed publishes' }],
  [partIds.rule, { kind: 'rule', text: 'Your rules' }],
  [partIds.freshness, { kind: 'freshness', text: 'Age' }],
]);

/** Returns a reason with its text. `weakText` is the keyword that adds most of the weak part; undefined if it is not known. */
export const named = (
  keywordId: string,
  { keywords }: ReaderNames,
  weakText?: string,
): Pick<TopReason, 'keyword_id' | 'keyword_text' | 'kind'> => {
  const { kind, text } = parts.get(keywordId) ?? {
    kind: 'keyword',
    text: keywords.get(keywordId)?.text ?? FORGOTTEN,
  };
  return { keyword_id: keywordId, keyword_text: kind === 'weak' ? (weakText ?? '') : text, kind };
};

/**
 * Returns the factor by which age lowers the shown score of an entry. A saved article does not age: its reader kept it
 * for later.
 */
export const ageFactor = (
  entry: Pick<Entry, 'is_saved' | 'published_at' | 'created_at'>,
  { now, freshness_days }: Pick<ReaderNames, 'now' | 'freshness_days'>,
): number => (entry.is_saved ? 1 : freshnessAt(now, entry, freshness_days));

/** Returns the score of an entry as it is shown, with its place and tier; nulls if it is unscored. */
export const shownScore = (
  entry: Pick<
    EntryRow,
    'importance_score' | 'unlearned_score' | 'is_saved' | 'published_at' | 'created_at' | 'top_reasons'
  >,
  names: Pick<ReaderNames, 'now' | 'freshness_days' | 'typical_weight'>,
): Pick<ArticleRow, 'importance_score' | 'importance_rank' | 'tier'> => {
  if (entry.importance_score === null) return { importance_score: null, importance_rank: null, tier: null };
  const age = ageFactor(entry, names);
  const importance_score = entry.importance_score * age;
  const placeAt = (score: number): number => placeOf(score * age, names.typical_weight);
  const importance_rank = placeAt(entry.importance_score);
  const unlearned = placeAt(entry.unlearned_score ?? entry.importance_score);
  return {
    importance_score,
    importance_rank,
    tier: shownTier(importance_rank, unlearned, entry.top_reasons),
  };
};

/** Returns the text of a keyword that counts. A name stays after its keyword does not count any more, until the entry is written again. */
export const countingText = (keywordId: string, { keywords }: ReaderNames): string | undefined => {
  const keyword = keywords.get(keywordId);
  return keyword?.is_active === true ? keyword.text : undefined;
};

/** The share of a full match from which on a row tells what it is weakly related to. Below, a similarity is hardly above that of any article. */
const LEAST_TOLD = 0.1;

/** Returns the largest reasons with their texts. What adds nothing itself names the weak part. */
const toTopReasons = (top: EntryRow['top_reasons'], names: ReaderNames): TopReason[] => {
  const strongest = top.find(({ contribution }) => contribution === 0);
  const weakText = strongest && countingText(strongest.keyword_id, names);
  return top
    .filter(
      ({ keyword_id, contribution }) =>
        contribution !== 0 &&
        (keyword_id !== partIds.weak || Math.abs(contribution) >= LEAST_TOLD * names.typical_weight),
    )
    .map(({ keyword_id, contribution }) => ({ ...named(keyword_id, names, weakText), contribution }));
};

/** Converts an entry to a row of a list. */
export const toRow = (row: Omit<EntryRow, 'order'>, names: ReaderNames): ArticleRow => ({
  article_id: row.article_id,
  feed_id: row.feed_ids[0],
  feed_title: names.feeds.get(row.feed_ids[0]) ?? names.former.get(row.feed_ids[0]) ?? '',
  is_former_feed: !names.feeds.has(row.feed_ids[0]),
  link: row.link,
  title: row.title,
  excerpt: row.excerpt,
  published_at: row.published_at,
  is_date_estimated: row.is_date_estimated,
  created_at: row.created_at,
  expires_at: row.expires_at,
  is_read: row.is_read,
  read_at: row.read_at,
  is_saved: isSavedByReader(row),
  saved_at: row.saved_at,
  own_tags: [...row.own_tags],
  ...shownScore(row, names),
  top_reasons: toTopReasons(row.top_reasons, names),
  bookmark_count: names.bookmarks.get(row.article_id) ?? null,
  ...row.extra,
  image_key: row.extra.image_url === null ? null : names.signImage(row.extra.image_url),
  story: null,
});

export const entryToRow = (entry: Entry, names: ReaderNames): ArticleRow =>
  toRow(
    {
      ...entry,
      top_reasons: topReasons(entry.reasons, TOP_REASONS),
      unlearned_score: unlearnedScore(entry.reasons),
    },
    names,
  );

/** The most articles of a story that a row names. */
const NAMED = 5;

type Listed = Pick<EntryRow, 'article_id' | 'feed_ids' | 'title' | 'link'>;

/** Returns what a row says of its story; null if it is the story's only article. A source is a feed. */
export const rowStoryOf = (
  story_id: string,
  { row, others, names }: { row: Pick<EntryRow, 'feed_ids'>; others: Listed[]; names: ReaderNames },
): RowStory | null => {
  if (others.length === 0) return null;
  const feedOf = (each: Pick<EntryRow, 'feed_ids'>): string => feedIn(each, names);
  const sources = new Set(others.map(feedOf));
  sources.delete(feedOf(row));
  return {
    story_id,
    size: others.length + 1,
    other_sources: sources.size,
    others: others.slice(0, NAMED).map((other) => storyArticleOf(other, names)),
  };
};

const feedIn = (entry: Pick<EntryRow, 'feed_ids'>, names: ReaderNames): string =>
  underFollowed(entry, names).feed_ids[0];

/** Returns what is said of an article of a story, under a feed that the reader follows. */
export const storyArticleOf = (
  { feed_ids, article_id, title, link }: Listed,
  names: ReaderNames,
): RowStory['others'][number] => {
  const feed_id = feedIn({ feed_ids }, names);
  const feed_title = names.feeds.get(feed_id) ?? names.former.get(feed_id) ?? '';
  return { article_id, feed_id, feed_title, title, link };
};
