import type { ArticleRow, NotificationSettings } from '../contract/index.ts';
import { listArticles } from '../articles/lists/article-endpoints.ts';
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

/**
 * Returns the stories that arrived since a time and that the settings mean, the best first, or for a feed the newest. `isPast`:
 * those that have been read since, too.
 */
export const readNotable = async (
  ctx: SelectTodayContext,
  userId: string,
  { what }: Pick<NotificationSettings, 'what'>,
  since: string,
  isPast: boolean,
): Promise<ArticleRow[]> => {
  const fresh = withoutAgeing(ctx);
  const rows =
    what.kind === 'must_read'
      ? await selectToday(fresh, userId, { since, unreadSince: since, limit: MOST_STORIES })
      : await listArticles(fresh, userId, {
          feed_id: what.feed_id,
          filter: isPast ? 'all' : 'unread',
          sort: 'published_at',
          fold: true,
          limit: MOST_OF_FEED,
        });
  return rows.items.filter(
    (row) =>
      row.created_at >= since &&
      isNews(row) &&
      (isPast || !row.is_read) &&
      (what.kind === 'feed' || row.tier === 'must_read'),
  );
};
