import type { ArticleRow, Tier, Today } from '../contract/index.ts';
import type { EntryRow, EntryListQuery, EntryStore } from '../model/article/entry.ts';
import type { ReadWatermark } from '../model/article/watermark.ts';
import type { Context } from '../model/context.ts';
import { balancedRows } from '../articles/lists/balanced-rows.ts';
import {
  isOfLeftFeeds,
  loadNames,
  underFollowed,
  withFormerFeeds,
  type NamesContext,
  type ReaderNames,
  rowStoryOf,
  toRow,
} from '../articles/lists/row-to-wire.ts';
import { foldRows, shownBefore, type FoldedRow } from '../articles/stories/fold-rows.ts';
import type { StoriesContext } from '../articles/stories/known-stories.ts';
import { importanceOrder } from '../model/ranking/place.ts';

export type SelectTodayContext = NamesContext &
  StoriesContext &
  Pick<Context, 'entries' | 'feeds' | 'watermarks'>;

/**
 * Selects the best stories that reached the reader since a time, and before `until` if that is given, at most `limit`. What was read before `unreadSince` is
 * left out.
 *
 * 1. Read the articles that arrived since then.
 * 2. Keep those that are not read, and fold them.
 * 3. Keep what is worth a look or more; only if there is none, the rest.
 * 4. Take the first of them in an order in which interests share the top; no must-read is left out for a second row of an
 *    interest that is only worth a look.
 * 5. Count by tier what was left out.
 */
export const selectToday = async (
  ctx: SelectTodayContext,
  userId: string,
  {
    since,
    until,
    unreadSince,
    limit,
  }: { since: string; until?: string | undefined; unreadSince: string; limit: number },
): Promise<Omit<Today, 'since'>> => {
  const [names, { watermarks }, stories] = await Promise.all([
    loadNames(ctx, userId),
    ctx.watermarks.get(userId),
    ctx.loadStories(),
  ]);
  const { rows, has_more } = await readArrived(ctx, {
    ...questionOf(userId, since, names, watermarks),
    until,
  });
  const unread = rows.filter(
    ({ is_read, read_at }) => !is_read || (read_at !== null && read_at >= unreadSince),
  );
  const { folded } = await foldRows({
    rows: unread,
    first: unread.length,
    choose: (all) => all,
    stories,
    shown: shownBefore(''),
    isFollowed: () => false,
    most_look_ups: 0,
    lookUp: () => Promise.resolve([]),
  });
  const allNames = await withFormerFeeds(
    ctx.feeds,
    folded.map(({ row }) => row),
    names,
  );
  const toItem = ({ row, story_id, others }: Folded): ArticleRow => ({
    ...toRow(underFollowed(row, names), allNames),
    story: rowStoryOf(story_id, { row, others, names: allNames }),
  });
  const all = folded.map((each) => ({ each, item: toItem(each) }));
  const chosen = balancedRows(
    mattering(all).map(({ each }) => each),
    limit,
    { days: names.freshness_days, names, keepsMustReads: true },
  );
  const items = chosen.map(toItem);
  return {
    items,
    left_out: {
      ...leftOut(
        all.map(({ item }) => item),
        items,
      ),
      has_more,
    },
  };
};

const questionOf = (
  user_id: string,
  since: string,
  names: ReaderNames,
  watermarks: ReadWatermark[],
): ArrivedQuestion => ({
  since,
  new_feed_ids: names.subscriptions
    .filter(({ created_at }) => created_at >= since)
    .map(({ feed_id }) => feed_id),
  scope: {
    user_id,
    now: names.now.toISOString(),
    freshness_days: names.freshness_days,
    watermarks,
    ...(names.leaving.size === 0 ? {} : { isLeft: isOfLeftFeeds(names) }),
  },
});

type Folded = FoldedRow<EntryRow>;

const tierIn = ({ tier }: Pick<ArticleRow, 'tier'>): Tier => tier ?? 'rest';

const mattering = <T extends { item: ArticleRow }>(rows: T[]): T[] => {
  const better = rows.filter(({ item }) => tierIn(item) !== 'rest');
  return better.length === 0 ? rows : better;
};

const leftOut = (all: ArticleRow[], items: ArticleRow[]): Record<Tier, number> => {
  const shown = new Set(items.map(({ article_id }) => article_id));
  const left_out = { must_read: 0, worth_a_look: 0, rest: 0 };
  for (const row of all) if (!shown.has(row.article_id)) left_out[tierIn(row)] += 1;
  return left_out;
};

const HOUR_MS = 3_600_000;

/** How many rows are read at most. */
type ReadLimits = { page: number; newest: number; ofNewFeeds: number; best: number };

/** Eventually consistent, for about 0.06 read units a row: 50 at most for a reader who follows no new feed. */
const readLimits: ReadLimits = { page: 200, newest: 600, ofNewFeeds: 200, best: 300 };

/** An article seldom arrives later than this after it was published. */
export const LATE_MS = 6 * HOUR_MS;
/** Rows are read this far back before the time asked for, as long as the limit allows. */
const LATEST_MS = 24 * HOUR_MS;

type ArrivedQuestion = {
  since: string;
  /** The time before which they arrived; without one, until now. */
  until?: string | undefined;
  /** The feeds that the reader follows since then, whose old articles have arrived too. */
  new_feed_ids: string[];
  scope: Pick<EntryListQuery, 'user_id' | 'now' | 'freshness_days' | 'watermarks' | 'isLeft'>;
};

/** The rows that arrived, the best first; `has_more` if there may be others. */
type ArrivedRows = { rows: EntryRow[]; has_more: boolean };

/** An article that is older when it arrives was published long before its reader followed the feed: it is no news of today. */
const OLD_MS = 7 * 24 * HOUR_MS;

const isOld = ({ published_at, created_at }: EntryRow): boolean => published_at < before(created_at, OLD_MS);

const before = (time: string, milliseconds: number): string =>
  new Date(Date.parse(time) - milliseconds).toISOString();

/**
 * Reads what reached a reader since a time. No index has that order, so it reads
 *
 * 1. the newest by publication, until they are older than the time by a day, or the limit is reached;
 * 2. those of the feeds that are new since then;
 * 3. the best of all, only if the newest did not reach back to the time.
 */
export const readArrived = async (
  { entries }: { entries: Pick<EntryStore, 'list'> },
  { since, until, new_feed_ids: newFeeds, scope }: ArrivedQuestion,
  limits = readLimits,
): Promise<ArrivedRows> => {
  const list = (query: Pick<EntryListQuery, 'sort' | 'feed_ids' | 'limit' | 'after'>) =>
    entries.list({ ...scope, ...query, filter: 'all', is_consistent: false });
  const newest = async (): Promise<ArrivedRows> => {
    const rows: EntryRow[] = [];
    for (;;) {
      const page = await list({
        sort: 'published_at',
        feed_ids: null,
        limit: Math.min(limits.page, limits.newest - rows.length),
        after: rows.at(-1) ?? null,
      });
      rows.push(...page.rows);
      const last = rows.at(-1)?.published_at ?? '';
      const isAll = !page.has_more;
      if (isAll || rows.length >= limits.newest || last < before(since, LATEST_MS))
        return { rows, has_more: !isAll && last >= before(since, LATE_MS) };
    }
  };
  const [recent, ofNewFeeds] = await Promise.all([
    newest(),
    newFeeds.length === 0
      ? { rows: [], has_more: false }
      : list({ sort: 'published_at', feed_ids: newFeeds, limit: limits.ofNewFeeds, after: null }),
  ]);
  const has_more = recent.has_more || ofNewFeeds.has_more;
  const best = has_more
    ? await list({ sort: 'importance_score', feed_ids: null, limit: limits.best, after: null })
    : { rows: [] };
  const read = [...recent.rows, ...ofNewFeeds.rows, ...best.rows];
  const different = new Map(read.map((row) => [row.article_id, row]));
  const rows = [...different.values()]
    .filter((row) => row.created_at >= since && (until === undefined || row.created_at < until))
    .filter((row) => !isOld(row))
    .map((row) => ({ ...row, order: importanceOrder(row, scope.freshness_days ?? 0) }))
    .toSorted(byImportance);
  return { rows, has_more };
};

const descending = (a: string, b: string): number => (a < b ? 1 : a > b ? -1 : 0);

const byImportance = (a: EntryRow, b: EntryRow): number =>
  (b.order ?? -1) - (a.order ?? -1) ||
  descending(a.published_at, b.published_at) ||
  descending(a.article_id, b.article_id);
