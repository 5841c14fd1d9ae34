import type { Clock } from '../../lib/clock.ts';
import type { Entry, EntryStore } from '../../model/article/entry.ts';
import { isExpired } from '../../model/article/expiry.ts';
import type { LoadStories } from './known-stories.ts';

/** The most articles of a story that are looked up, at half a read unit each. */
const MOST = 24;

/** Returns the reader's other articles of an article's story. */
export type OtherArticles = (
  entry: Pick<Entry, 'user_id' | 'article_id' | 'extra'>,
) => Promise<{ story_id: string; others: Entry[] }>;

export const createOtherArticles =
  ({
    entries,
    loadStories,
    now,
  }: {
    entries: Pick<EntryStore, 'getMany'>;
    loadStories: LoadStories;
    now: Clock;
  }): OtherArticles =>
  async ({ user_id, article_id, extra }) => {
    const stories = await loadStories();
    const story_id = stories.storyOf(article_id, extra.story);
    const ids = stories
      .articlesOf(story_id)
      .map((article) => article.article_id)
      .filter((id) => id !== article_id)
      .slice(0, MOST);
    if (ids.length === 0) return { story_id, others: [] };
    const at = now().toISOString();
    const found = await entries.getMany(user_id, ids, false);
    return { story_id, others: found.filter((entry) => !isExpired(entry, at)) };
  };
