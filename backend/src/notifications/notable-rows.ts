import type { ArticleRow, NotificationSettings } from '../contract/index.ts';
import { listArticles } from '../articles/lists/article-endpoints.ts';
import type { Context } from '../model/context.ts';
import { selectToday, type SelectTodayContext } from '../today/select-today.ts';

/** The most stories of a look. */
const MOST_STORIES = 50;
/** The most articles of one feed that are looked at. */
const MOST_OF_FEED = 100;
/** An article that was published longer before it arrived came with its feed, and is no news. */
const OLD_MS = 24 * 3_600_000;

/** Makes scores those of the time of arrival, so that what comes in the night is still worth a notification in the morning. */
const withoutAgeing = <C extends SelectTodayContext>(ctx: C): C => ({
  ...ctx,
  profiles: {
    ...ctx.profiles,
    get: async (userId) => {
      const profile = await ctx.profiles.get(userId);
      return profile === null ? null : { ...profile, freshness_days: 0 };
    },
  },
});

const isNews = ({ published_at, created_at }: ArticleRow): boolean =>
  Date.parse(created_at) - Date.parse(published_at) <= OLD_MS;

/** The most articles that a search looks at: of a day, and of the week of a preview. */
const MOST_SEARCHED = { day: 200, week: 1000 };
const PAGE = 200;

type NotableContext = SelectTodayContext & Pick<Context, 'savedSearches'>;

/** Returns the newest stories of all feeds that arrived since a time. */
const newestOfAll = async (
  ctx: SelectTodayContext,
  userId: string,
  { since, isPast }: { since: string; isPast: boolean },
): Promise<ArticleRow[]> => {
  const found: ArticleRow[] = [];
  let cursor: string | undefined;
  do {
    const { items, next_cursor }: Awaited<ReturnType<typeof listArticles>> = await listArticles(ctx, userId, {
      filter: isPast ? 'all' : 'unread',
      sort: 'published_at',
      fold: true,
      limit: PAGE,
      ...(cursor === undefined ? {} : { cursor }),
    });
    found.push(...items);
    // News is published at most a day before it arrives, so older pages have none.
    const isPassed = Date.parse(items.at(-1)?.published_at ?? '') < Date.parse(since) - OLD_MS;
    cursor = isPassed ? undefined : (next_cursor ?? undefined);
  } while (cursor !== undefined && found.length < (isPast ? MOST_SEARCHED.week : MOST_SEARCHED.day));
  return found;
};

/**
 * Returns the stories that arrived since a time and that the settings mean, the best first, or for a feed and a search the newest.
 * `isPast`: those that have been read since, too.
 */
export const readNotable = async (
  ctx: NotableContext,
  userId: string,
  { what, time_zone }: Pick<NotificationSettings, 'what' | 'time_zone'>,
  since: string,
  isPast: boolean,
): Promise<ArticleRow[]> => {
  const fresh = withoutAgeing(ctx);
  const rowsOf = async (): Promise<ArticleRow[]> => {
    switch (what.kind) {
      case 'must_read': {
        const asked = { since, unreadSince: since, limit: MOST_STORIES };
        const { items } = await selectToday(fresh, userId, asked);
        return items.filter(({ tier }) => tier === 'must_read');
      }
      case 'feed': {
        const { items } = await listArticles(fresh, userId, {
          feed_id: what.feed_id,
          filter: isPast ? 'all' : 'unread',
          sort: 'published_at',
          fold: true,
          limit: MOST_OF_FEED,
        });
        return items;
      }
      case 'search': {
        const rows = await newestOfAll(fresh, userId, { since, isPast });
        // Its code is read only where a reader has chosen a search.
        const { foundRows } = await import('./found-rows.ts');
        return foundRows(ctx, userId, { search_id: what.search_id, time_zone }, rows);
      }
    }
  };
  return (await rowsOf()).filter((row) => row.created_at >= since && isNews(row) && (isPast || !row.is_read));
};
