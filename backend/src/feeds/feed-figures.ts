import type { Context } from '../model/context.ts';
import type { FeedFigures } from '../contract/index.ts';
import type { EntryRow } from '../model/article/entry.ts';
import { type RetentionSettings, retentionFor, retentionIn } from '../model/article/expiry.ts';
import { placeOf, typicalWeight } from '../model/ranking/place.ts';

/**
 * Number of articles that are marked read at the same moment from which on they count as marked together, and not as
 * read. Marks of single articles are sent together too, a few at a time.
 */
const MARKED_TOGETHER = 20;

type FigureRow = Pick<
  EntryRow,
  | 'feed_ids'
  | 'importance_score'
  | 'is_read'
  | 'read_at'
  | 'created_at'
  | 'expires_at'
  | 'article_id'
  | 'top_reasons'
>;

type Sums = { read: number; came: number; places: number; scored: number };

const readTogether = (rows: readonly FigureRow[]): ReadonlySet<string> => {
  const byTime = Map.groupBy(
    rows.filter(({ read_at }) => read_at !== null),
    ({ read_at }) => read_at ?? '',
  );
  return new Set([...byTime].flatMap(([time, all]) => (all.length > MARKED_TOGETHER ? [time] : [])));
};

type Terms = {
  since: string;
  now: string;
  /** The reader's typical weight. */
  typical: number;
  /** The ids of the reader's keywords. */
  keywordIds: ReadonlySet<string>;
};

/** Counts what was read by the hour, and by the keywords that were reasons. */
const readingOf = (
  rows: readonly FigureRow[],
  keywordIds: ReadonlySet<string>,
): Pick<FeedFigures, 'hours' | 'keywords'> => {
  const [hours, keywords] = [new Map<string, number>(), new Map<string, number>()];
  const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const { read_at, top_reasons } of rows) {
    count(hours, `${(read_at ?? '').slice(0, 13)}:00:00.000Z`);
    for (const { keyword_id, contribution } of top_reasons)
      if (contribution > 0 && keywordIds.has(keyword_id)) count(keywords, keyword_id);
  }
  return {
    hours: Array.from(hours, ([hour, read_count]) => ({ hour, read_count })).toSorted((a, b) =>
      a.hour < b.hour ? -1 : 1,
    ),
    keywords: Array.from(keywords, ([keyword_id, read_count]) => ({ keyword_id, read_count })).toSorted(
      (a, b) => b.read_count - a.read_count || (a.keyword_id < b.keyword_id ? -1 : 1),
    ),
  };
};

/**
 * Returns for each feed how many of its articles came and how many were read since a time, and their mean place on the scale
 * of importance (`placeOf`), freshness aside; also when they were read, and about which keywords. Expired articles count for
 * nothing, nor do those that were marked together.
 */
export const figuresOf = (
  rows: readonly FigureRow[],
  { since, now, typical, keywordIds }: Terms,
): Omit<FeedFigures, 'since' | 'is_complete'> => {
  const listed = rows.filter(({ expires_at }) => expires_at === null || expires_at > now);
  const together = readTogether(listed);
  const read = new Set(
    listed.filter(
      ({ is_read, read_at }) => is_read && read_at !== null && read_at >= since && !together.has(read_at),
    ),
  );
  const byFeed = new Map<string, Sums>();
  for (const row of listed) {
    const [feedId] = row.feed_ids;
    const sums = byFeed.get(feedId) ?? { read: 0, came: 0, places: 0, scored: 0 };
    byFeed.set(feedId, sums);
    if (read.has(row)) sums.read += 1;
    if (read.has(row) || row.created_at >= since) sums.came += 1;
    if (row.importance_score === null) continue;
    sums.places += placeOf(Math.max(0, row.importance_score), typical);
    sums.scored += 1;
  }
  const items = Array.from(byFeed, ([feed_id, { read: read_count, came: came_count, places, scored }]) => ({
    feed_id,
    read_count,
    came_count,
    mean_importance: scored === 0 ? null : Math.round((10 * places) / scored) / 10,
  })).toSorted((a, b) => a.feed_id.localeCompare(b.feed_id));
  return { read_count: read.size, items, ...readingOf([...read], keywordIds) };
};

const HOUR_MS = 3_600_000;
const MOST_HOURS = 30 * 24;
/** Number of rows that are read, of unread articles and of read ones each: at most 160 read units each. */
const MOST_ROWS = 2000;

export type FiguresContext = Pick<Context, 'entries' | 'keywords' | 'profiles' | 'now'> & {
  settings: RetentionSettings;
};

/**
 * Reckons a reader's figures of each feed from what their lists have, the newest 2,000 unread
 * and 2,000 read articles. Nothing is kept for it, so that a new article and a mark cost no more.
 */
export const readFigures = async (
  { entries, keywords, profiles, settings, now }: FiguresContext,
  userId: string,
): Promise<FeedFigures> => {
  const at = now();
  const [unread, read, known, profile] = await Promise.all([
    entries.listNewest(userId, false, MOST_ROWS),
    entries.listNewest(userId, true, MOST_ROWS),
    keywords.list(userId),
    profiles.get(userId),
  ]);
  const { read_hours: kept } = retentionFor(profile, retentionIn(settings));
  const since = new Date(at.getTime() - Math.min(MOST_HOURS, kept) * HOUR_MS).toISOString();
  // An article that is marked between the two reads is in both.
  const rows = new Map([...unread, ...read].map((row) => [row.article_id, row]));
  const keywordIds = new Set(known.map(({ keyword_id }) => keyword_id));
  const terms = { since, now: at.toISOString(), typical: typicalWeight(known), keywordIds };
  return {
    since,
    is_complete: unread.length < MOST_ROWS && read.length < MOST_ROWS,
    ...figuresOf([...rows.values()], terms),
  };
};
