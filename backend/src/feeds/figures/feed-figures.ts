import type { FeedFigures } from '../../contract/index.ts';
import type { EntryRow } from '../../model/article/entry.ts';
import { placeOf } from '../../model/ranking/place.ts';

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
