import { isItemError } from '../lib/errors.ts';
import type { Article } from '../model/article/article.ts';
import type { Context } from '../model/context.ts';
import {
  firstOfStory,
  storyOfFirst,
  type RecentText,
  type StoryMember,
  type StoryStore,
} from '../model/story/story.ts';
import { comparedText } from '../model/text/compared-text.ts';
import { signatureOf } from './signature.ts';
import { createStoryIndex, type StoryIndex } from './story-index.ts';
import { storyRules } from './evidence.ts';

const HOUR_MS = 3_600_000;
/** The time for which a text is compared with those that arrive. */
const RECENT_MS = 72 * HOUR_MS;
/** The time by which writes of other processes may be seen late, and by which clocks may differ. */
const OVERLAP_MS = 10_000;
/** The most by which clocks may differ. New texts get no time after a text whose clock was further ahead. */
const CLOCKS_MS = 24 * HOUR_MS;
/** Characters of a text that are compared, so that a long one takes no longer. */
const TEXT_CHARACTERS = 4000;

/** The most articles of a story that are looked up for a reader to tell whether they read it. */
const MOST_COPIES = 24;

/** The story that an article joined, and the one that it continues; null for none. `copies` are the other articles of its story. */
export type FoundStory = { story: string | null; continues: string | null; copies: readonly string[] };

/** A process keeps the texts of the last 72 hours, and the time up to which it read them. */
type StoryMemory = { index: StoryIndex; readUpTo: number | null };

/** Returns what a process knows of recent texts when it begins. */
export const newStoryMemory = (): StoryMemory => ({ index: createStoryIndex(storyRules), readUpTo: null });

export type FindStoriesContext = Pick<Context, 'stories' | 'now' | 'log'> & { storyMemory: StoryMemory };

/**
 * Returns the stories of arriving articles by article_id, found once for all readers. Articles that are alone and
 * continue none are missing. Each process keeps the texts of the last 72 hours in memory:
 *
 * 1. Leave out articles that arrived earlier.
 * 2. Store what is kept of each text that is new. A write before the read means that of two processes at work on the same event at
 *    least one sees the text of the other.
 * 3. Read what other processes stored meanwhile, if others write this table at all.
 * 4. Compare each text that is in no story with the earlier ones, and store those that join one. A message that was cut off
 *    before this step comes again. Texts that others stored meanwhile are compared too, since their process may not have seen those of this one.
 *    Each text joins the story of an earlier one, so that of all that are about one event a single one joins none.
 * 5. Find the story that each one continues, which is kept in its entries alone.
 *
 * If an item of the store cannot be read, the articles are listed unfolded.
 */
export const findStories = async (
  { stories, now, log, storyMemory: memory }: FindStoriesContext,
  articles: Article[],
): Promise<ReadonlyMap<string, FoundStory>> => {
  try {
    const at = now();
    const recent = articles.filter(({ created_at }) => Date.parse(created_at) > at.getTime() - RECENT_MS);
    if (recent.length === 0) return new Map();
    await readNews(stories, memory, at);
    const fresh = recent.filter(({ article_id }) => !memory.index.has(article_id));
    const later = fresh.length === 0 ? [] : await storeTexts(stories, memory, fresh, at);
    // The articles of one event expire at about the same time.
    const ttl = Math.max(...recent.map((article) => article.ttl));
    const others = later.map(({ article_id, feed_id }) => ({ article_id, feed_id, ttl }));
    await joinStories(stories, memory, [...recent, ...others]);
    return storiesOf(memory.index, recent);
  } catch (error) {
    // Memory may now hold texts or members that are not stored. The next call reads the last 72 hours again.
    memory.index = createStoryIndex(storyRules);
    memory.readUpTo = null;
    if (!isItemError(error)) throw error;
    log.error('stories cannot be found', { error });
    return new Map();
  }
};

/** Steps 2 and 3. Returns the texts that other processes stored meanwhile and that come after the new ones. */
const storeTexts = async (
  stories: StoryStore,
  memory: StoryMemory,
  fresh: readonly Article[],
  at: Date,
): Promise<RecentText[]> => {
  const writtenAt = timeAfter(memory.index, at);
  const texts = fresh.map((article) => textOf(article, writtenAt));
  await stories.putTexts(texts);
  for (const text of texts) memory.index.add(text);
  const news = await readNews(stories, memory, at);
  return news.filter(({ written_at }) => written_at >= writtenAt);
};

/** Returns the time that new texts get: later than that of every text that this process knows, so that they join the stories of those. */
const timeAfter = (index: StoryIndex, at: Date): string => {
  const latest = Date.parse(index.latest());
  const isAhead = latest >= at.getTime() && latest < at.getTime() + CLOCKS_MS;
  return (isAhead ? new Date(latest + 1) : at).toISOString();
};

const textOf = (article: Article, writtenAt: string): RecentText => ({
  article_id: article.article_id,
  feed_id: article.feed_id,
  published_at: article.published_at,
  written_at: writtenAt,
  signature: signatureOf({ ...article, text: bodyOf(article).slice(0, TEXT_CHARACTERS) }),
});

const bodyOf = (article: Article): string => {
  try {
    return comparedText(article);
  } catch (error) {
    if (!isItemError(error)) throw error;
    return article.summary;
  }
};

/** Reads what other processes stored since the last time, and returns the texts of it. */
const readNews = async (stories: StoryStore, memory: StoryMemory, at: Date): Promise<RecentText[]> => {
  const { index, readUpTo } = memory;
  index.forget(new Date(at.getTime() - RECENT_MS).toISOString());
  if (readUpTo !== null && stories.isOnlyWriter) return [];
  const since = new Date(readUpTo === null ? at.getTime() - RECENT_MS : readUpTo - OVERLAP_MS).toISOString();
  const [texts, members] = await Promise.all([
    stories.listTexts(since, index.has),
    stories.listMembers(since, () => false),
  ]);
  for (const text of texts) index.add(text);
  for (const { article_id, story_id } of members) index.join(article_id, story_id);
  memory.readUpTo = at.getTime();
  return texts;
};

const joinStories = async (
  stories: StoryStore,
  { index }: StoryMemory,
  articles: readonly Pick<Article, 'article_id' | 'feed_id' | 'ttl'>[],
): Promise<void> => {
  const members: (StoryMember & { ttl: number })[] = [];
  for (const { article_id, feed_id, ttl } of articles) {
    const text = index.isDecided(article_id) ? undefined : index.get(article_id);
    const story_id = text === undefined ? null : index.decide(text);
    if (text === undefined || story_id === null) continue;
    const first_feed_id = index.get(firstOfStory(story_id))?.feed_id ?? feed_id;
    index.join(article_id, story_id);
    members.push({ story_id, article_id, feed_id, first_feed_id, written_at: text.written_at, ttl });
  }
  if (members.length > 0) await stories.putMembers(members);
};

const storiesOf = (index: StoryIndex, articles: Article[]): Map<string, FoundStory> =>
  new Map(
    articles
      .map(({ article_id }): [string, FoundStory] => {
        const text = index.get(article_id);
        const story = index.storyOf(article_id);
        return [
          article_id,
          {
            story: story === storyOfFirst(article_id) ? null : story,
            continues: text === undefined ? null : index.earlierOf(text),
            copies: index
              .articlesOf(story)
              .filter((id) => id !== article_id)
              .slice(0, MOST_COPIES),
          },
        ];
      })
      .filter(
        ([, { story, continues, copies }]) => story !== null || continues !== null || copies.length > 0,
      ),
  );
