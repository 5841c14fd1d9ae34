import type { Clock } from '../../lib/clock.ts';
import type { Entry, EntryStore } from '../../model/article/entry.ts';
import { isExpired } from '../../model/article/expiry.ts';
import { firstOfStory } from '../../model/story/story.ts';
import type { KnownStories, LoadStories } from './known-stories.ts';

/** The most articles of a story that are looked up, at half a read unit each. */
const MOST = 24;

/** The most articles of an earlier story that are looked up. */
const MOST_EARLIER = 6;

/** Returns the reader's other articles of an article's story, and those of the story that it continues. */
export type OtherArticles = (
  entry: Pick<Entry, 'user_id' | 'article_id' | 'extra'>,
) => Promise<{ story_id: string; others: Entry[]; earlier: Entry[] }>;

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
    const others = stories
      .articlesOf(story_id)
      .map((article) => article.article_id)
      .filter((id) => id !== article_id)
      .slice(0, MOST);
    const earlier = earlierIds(stories, extra.continues, story_id);
    const ids = [...others, ...earlier];
    if (ids.length === 0) return { story_id, others: [], earlier: [] };
    const at = now().toISOString();
    const found = (await entries.getMany(user_id, ids, false)).filter((entry) => !isExpired(entry, at));
    const among = (wanted: string[]): Entry[] => found.filter((entry) => wanted.includes(entry.article_id));
    return { story_id, others: among(others), earlier: among(earlier) };
  };

/**
 * Returns the articles of the story that one continues; none if that was found to be its own. A story whose first article is
 * its only one is not among the stories of several.
 */
const earlierIds = (stories: KnownStories, continues: string | null, own: string): string[] => {
  if (continues === null) return [];
  const first = firstOfStory(continues);
  const whole = stories.storyOf(first, continues);
  if (whole === own) return [];
  const known = stories.articlesOf(whole).map(({ article_id }) => article_id);
  return [...new Set([first, ...known])].slice(0, MOST_EARLIER);
};
