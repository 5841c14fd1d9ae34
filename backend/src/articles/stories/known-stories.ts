import type { Settings } from '../../config/settings.ts';
import { isItemError } from '../../lib/errors.ts';
import type { Entry } from '../../model/article/entry.ts';
import { isExpired } from '../../model/article/expiry.ts';
import type { Context } from '../../model/context.ts';
import { firstOfStory, storyOfFirst, type StoryMember } from '../../model/story/story.ts';

const DAY_MS = 86_400_000;
/** Days of stories that are kept in memory at most; the table has 20,000 of their articles at most. */
const MOST_DAYS = 30;
/** The time after which everything is read again, so that what has expired is forgotten. */
const RENEWED_MS = DAY_MS;
/** The time by which writes may be seen late, and by which clocks may differ. */
const OVERLAP_MS = 10_000;

export type StoryArticleKey = Pick<StoryMember, 'article_id' | 'feed_id'>;

/** The stories of several articles, whoever reads them. */
export type KnownStories = {
  /** Returns the story of an article, which is its own if it joined none; `joined` is what its entry says. */
  storyOf: (articleId: string, joined: string | null) => string;
  /** Returns the articles of a story, each with the feed that brought it first; none if there is one only. */
  articlesOf: (storyId: string) => readonly StoryArticleKey[];
};

/** Returns the stories as they are now. */
export type LoadStories = () => Promise<KnownStories>;

/** The stories that the process keeps in memory. */
export type StoriesContext = { loadStories: LoadStories };

type State = { stories: StoryGroups; loadedAt: number; readUpTo: number };

/**
 * Creates the function that returns the stories. A process keeps them in memory and reads what came since the last
 * call, which is half a read unit. If an item cannot be read, nothing is folded.
 */
export const createLoadStories = (
  ctx: Pick<Context, 'stories' | 'now' | 'log'> & { settings: Pick<Settings, 'ARTICLE_RETENTION_DAYS'> },
): LoadStories => {
  const { stories, now, log } = ctx;
  const articleDays = ctx.settings.ARTICLE_RETENTION_DAYS;
  let state: State | null = null;
  return async () => {
    const at = now().getTime();
    const isKept = state !== null && at - state.loadedAt < RENEWED_MS;
    const kept: State =
      isKept && state !== null
        ? state
        : {
            stories: createStoryGroups(),
            loadedAt: at,
            readUpTo: at - Math.min(articleDays, MOST_DAYS) * DAY_MS,
          };
    try {
      const since = new Date(kept.readUpTo - OVERLAP_MS).toISOString();
      const news = await stories.listMembers(since, kept.stories.has);
      for (const member of news) kept.stories.add(member);
      kept.readUpTo = at;
      state = kept;
    } catch (error) {
      if (!isItemError(error)) throw error;
      log.error('stories cannot be read', { error });
    }
    return kept.stories;
  };
};

type StoryGroups = KnownStories & { has: (articleId: string) => boolean; add: (member: StoryMember) => void };

/** Creates an empty collection of stories. */
export const createStoryGroups = (): StoryGroups => {
  const joined = new Map<string, string>();
  const groups = new Map<string, StoryArticleKey[]>();

  /** Follows the stories whose first article was found to belong to an earlier one, by another process. */
  const wholeOf = (storyId: string): string => {
    let whole = storyId;
    for (const seen = new Set<string>(); !seen.has(whole);) {
      seen.add(whole);
      whole = joined.get(firstOfStory(whole)) ?? whole;
    }
    return whole;
  };

  return {
    has: (articleId) => joined.has(articleId),
    add: ({ article_id, feed_id, story_id, first_feed_id }) => {
      joined.set(article_id, story_id);
      const whole = wholeOf(story_id);
      const first = { article_id: firstOfStory(story_id), feed_id: first_feed_id };
      const own = storyOfFirst(article_id);
      const all = [...(groups.get(whole) ?? []), first, { article_id, feed_id }, ...(groups.get(own) ?? [])];
      groups.delete(own);
      groups.set(whole, [...new Map(all.map((article) => [article.article_id, article])).values()]);
    },
    storyOf: (articleId, story) => {
      const known = joined.get(articleId) ?? story;
      return known === null ? storyOfFirst(articleId) : wholeOf(known);
    },
    articlesOf: (storyId) => groups.get(storyId) ?? [],
  };
};

/** The most articles of a story that are looked up, at half a read unit each. */
const MOST = 24;

/** The most articles of an earlier story that are looked up. */
const MOST_EARLIER = 6;

/** Returns the reader's other articles of an article's story, and those of the story that it continues. */
export const otherArticles = async (
  { entries, loadStories, now }: StoriesContext & Pick<Context, 'entries' | 'now'>,
  { user_id, article_id, extra }: Pick<Entry, 'user_id' | 'article_id' | 'extra'>,
): Promise<{ story_id: string; others: Entry[]; earlier: Entry[] }> => {
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
