import type { ArticleRow, Tier, Today } from '../../contract/index.ts';
import type { EntryRow, EntryStore } from '../../model/article/entry.ts';
import type { ReadWatermarkStore } from '../../model/article/watermark.ts';
import type { FeedStore } from '../../model/feed/feed.ts';
import { balancedRows } from '../lists/balanced-rows.ts';
import { isOfLeftFeeds, underFollowed, withFormerFeeds, type LoadNames } from '../lists/reader-names.ts';
import { rowStoryOf } from '../lists/row-story.ts';
import { toRow } from '../lists/row-to-wire.ts';
import { foldRows, type FoldedRow } from '../stories/fold-rows.ts';
import type { LoadStories } from '../stories/known-stories.ts';
import { shownBefore } from '../stories/shown-before.ts';

/** The reader's best articles that are looked at, read or not, for about 55 read units. */
const BEST = 500;

export type SelectTodayDeps = {
  entries: Pick<EntryStore, 'list'>;
  feeds: Pick<FeedStore, 'getMany'>;
  marks: Pick<ReadWatermarkStore, 'get'>;
  loadNames: LoadNames;
  loadStories: LoadStories;
};

/**
 * Returns the best stories that reached the reader since a time, at most `limit`. What was read before `unreadSince` is
 * left out.
 */
export type SelectToday = (
  userId: string,
  choice: { since: string; unreadSince: string; limit: number },
) => Promise<Omit<Today, 'since'>>;

/**
 * Creates the function that selects the stories:
 *
 * 1. Read the reader's best articles.
 * 2. Keep those that arrived since then and are not read, and fold them.
 * 3. Keep what is worth a look or more; only if there is none, the rest.
 * 4. Take the first of them in an order in which interests share the top; no must-read is left out for a second row of an
 *    interest that is only worth a look.
 * 5. Count by tier what was left out.
 */
export const createSelectToday =
  (deps: SelectTodayDeps): SelectToday =>
  async (userId, { since, unreadSince, limit }) => {
    const [names, { marks }, stories] = await Promise.all([
      deps.loadNames(userId),
      deps.marks.get(userId),
      deps.loadStories(),
    ]);
    const { rows } = await deps.entries.list({
      user_id: userId,
      sort: 'importance_score',
      filter: 'all',
      feed_ids: null,
      limit: BEST,
      after: null,
      now: names.now.toISOString(),
      freshness_days: names.freshness_days,
      marks,
      ...(names.leaving.size === 0 ? {} : { isLeft: isOfLeftFeeds(names) }),
    });
    const recent = rows.filter(
      ({ created_at, is_read, read_at }) =>
        created_at >= since && (!is_read || (read_at !== null && read_at >= unreadSince)),
    );
    const { folded } = await foldRows({
      rows: recent,
      first: BEST,
      choose: (all) => all,
      stories,
      shown: shownBefore(''),
      isFollowed: () => false,
      most_look_ups: 0,
      lookUp: () => Promise.resolve([]),
    });
    const allNames = await withFormerFeeds(
      deps.feeds,
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
      left_out: leftOut(
        all.map(({ item }) => item),
        items,
      ),
    };
  };

type Folded = FoldedRow<EntryRow>;

const tierIn = ({ tier }: Pick<ArticleRow, 'tier'>): Tier => tier ?? 'rest';

const mattering = <T extends { item: ArticleRow }>(rows: T[]): T[] => {
  const better = rows.filter(({ item }) => tierIn(item) !== 'rest');
  return better.length === 0 ? rows : better;
};

const leftOut = (all: ArticleRow[], items: ArticleRow[]): Today['left_out'] => {
  const shown = new Set(items.map(({ article_id }) => article_id));
  const left_out = { must_read: 0, worth_a_look: 0, rest: 0 };
  for (const row of all) if (!shown.has(row.article_id)) left_out[tierIn(row)] += 1;
  return left_out;
};
