import type { ArticleRow, Tier, Today } from '../contract/index.ts';
import type { EntryRow } from '../model/article/entry.ts';
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
} from '../articles/lists/row-to-wire.ts';
import { rowStoryOf, toRow } from '../articles/lists/row-to-wire.ts';
import { foldRows, shownBefore, type FoldedRow } from '../articles/stories/fold-rows.ts';
import type { StoriesContext } from '../articles/stories/known-stories.ts';
import { readArrived, type ArrivedQuestion } from './arrived-rows.ts';

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
