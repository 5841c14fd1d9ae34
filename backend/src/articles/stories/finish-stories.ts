import pMap from 'p-map';
import { defaultPreferences } from '../../contract/index.ts';
import type { Entry } from '../../model/article/entry.ts';
import { isExpired } from '../../model/article/expiry.ts';
import { readUnopened } from '../../model/article/finished.ts';
import type { Context } from '../../model/context.ts';
import { rulesOf, type RulesContext } from '../reading/shown-entry.ts';
import { countUnread, type CountContext } from '../reading/unread.ts';
import { otherArticles, type StoriesContext } from './known-stories.ts';

const CONCURRENT_LOOK_UPS = 8;
const CONCURRENT_WRITES = 16;
const CONCURRENT_COUNTS = 4;

export type FinishContext = StoriesContext &
  CountContext &
  RulesContext &
  Pick<Context, 'entries' | 'profiles' | 'now'>;

/** An article that was marked because its story was read, with the feed that counts it. */
export type FinishedArticle = { article_id: string; feed_id: string };

/**
 * Marks the other articles of these entries' stories as read, unless the reader does not want that (`mark_story_read`).
 * Those that arrive later come as read (`delivery/read-story.ts`). A story has 24 others at most, so a mark writes 24
 * entries more, each as dear as a mark. Returns those that were not read before; marking them unread takes it back.
 */
export const finishStories = async (
  ctx: FinishContext,
  userId: string,
  entries: readonly Entry[],
): Promise<FinishedArticle[]> => {
  const profile = await ctx.profiles.get(userId);
  if (!(profile ?? defaultPreferences).mark_story_read) return [];
  const found = await pMap(entries, (entry) => otherArticles(ctx, entry), {
    concurrency: CONCURRENT_LOOK_UPS,
  });
  const unread = found.flatMap(({ others }) => others).filter(({ is_read }) => !is_read);
  const ids = new Set(unread.map(({ article_id }) => article_id));
  if (ids.size === 0) return [];
  const { retention } = await rulesOf(ctx, userId);
  const at = ctx.now().toISOString();
  const finishOne = async (articleId: string): Promise<FinishedArticle[]> => {
    let isMarked = false;
    const entry = await ctx.entries.change(userId, articleId, (stored) => {
      isMarked = !stored.is_read && !isExpired(stored, at);
      return isMarked ? readUnopened(stored, { retention, at }) : null;
    });
    return isMarked && entry !== null ? [{ article_id: articleId, feed_id: entry.feed_ids[0] }] : [];
  };
  const finished = (await pMap(ids, finishOne, { concurrency: CONCURRENT_WRITES })).flat();
  // Also without a change: a former call may have been cut off before it counted.
  const feeds = new Set(unread.map(({ feed_ids: [feedId] }) => feedId));
  await pMap(feeds, (feedId) => countUnread(ctx, userId, feedId), { concurrency: CONCURRENT_COUNTS });
  return finished;
};
