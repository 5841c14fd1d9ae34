import type { Context } from '../../model/context.ts';
import type { FeedFigures } from '../../contract/index.ts';
import type { EntryRow } from '../../model/article/entry.ts';
import { placeOf, typicalWeight } from '../../model/ranking/freshness.ts';

/**
 * Number of articles that are marked read at the same moment from which on they count as marked together, and not as
 * read. Marks of single articles are sent together too, a few at a time.
 */
const MARKED_TOGETHER = 20;

type FigureRow = Pick<
  EntryRow,
  'feed_ids' | 'importance_score' | 'is_read' | 'read_at' | 'expires_at' | 'article_id'
>;

type Sums = { read: number; places: number; scored: number };

const readTogether = (rows: readonly FigureRow[]): ReadonlySet<string> => {
  const byTime = Map.groupBy(
    rows.filter(({ read_at }) => read_at !== null),
    ({ read_at }) => read_at ?? '',
  );
  return new Set([...byTime].flatMap(([time, all]) => (all.length > MARKED_TOGETHER ? [time] : [])));
};

/**
 * Returns for each feed how many of its articles were read since a time, and their mean place on the scale of importance
 * (`placeOf`), freshness aside. `typical` is the reader's typical weight. Expired articles count for neither.
 */
export const figuresOf = (
  rows: readonly FigureRow[],
  { since, now, typical }: { since: string; now: string; typical: number },
): Pick<FeedFigures, 'read_count' | 'items'> => {
  const listed = rows.filter(({ expires_at }) => expires_at === null || expires_at > now);
  const together = readTogether(listed);
  const byFeed = new Map<string, Sums>();
  for (const { feed_ids, importance_score: score, is_read, read_at } of listed) {
    const [feedId] = feed_ids;
    const sums = byFeed.get(feedId) ?? { read: 0, places: 0, scored: 0 };
    byFeed.set(feedId, sums);
    if (is_read && read_at !== null && read_at >= since && !together.has(read_at)) sums.read += 1;
    if (score === null) continue;
    sums.places += placeOf(Math.max(0, score), typical);
    sums.scored += 1;
  }
  const items = Array.from(byFeed, ([feed_id, { read, places, scored }]) => ({
    feed_id,
    read_count: read,
    mean_importance: scored === 0 ? null : Math.round((10 * places) / scored) / 10,
  })).toSorted((a, b) => a.feed_id.localeCompare(b.feed_id));
  return { read_count: items.reduce((sum, each) => sum + each.read_count, 0), items };
};

const DAYS_MS = 30 * 86_400_000;
/** Number of rows that are read, of unread articles and of read ones each: at most 160 read units each. */
const MOST_ROWS = 2000;

/**
 * Reckons a reader's figures of each feed from what their lists have, the newest 2,000 unread
 * and 2,000 read articles. Nothing is kept for it, so that a new article and a mark cost no more.
 */
export const readFigures = async (
  { entries, keywords, now }: Pick<Context, 'entries' | 'keywords' | 'now'>,
  userId: string,
): Promise<FeedFigures> => {
  const at = now();
  const since = new Date(at.getTime() - DAYS_MS).toISOString();
  const [unread, read, known] = await Promise.all([
    entries.listNewest(userId, false, MOST_ROWS),
    entries.listNewest(userId, true, MOST_ROWS),
    keywords.list(userId),
  ]);
  // An article that is marked between the two reads is in both.
  const rows = new Map([...unread, ...read].map((row) => [row.article_id, row]));
  const terms = { since, now: at.toISOString(), typical: typicalWeight(known) };
  return {
    since,
    is_complete: unread.length < MOST_ROWS && read.length < MOST_ROWS,
    ...figuresOf([...rows.values()], terms),
  };
};
