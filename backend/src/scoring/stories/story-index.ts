import { firstOfStory, storyOfFirst, type RecentText } from '../../model/story/story.ts';
import {
  closenessOf,
  differInNumbers,
  hasSameTitle,
  haveCloseTitles,
  isNearlySame,
  type Rarity,
} from './closeness.ts';
import type { StoryThresholds } from './story-thresholds.ts';

/** The longest time between the publication of two articles of one story, in milliseconds. */
const STORY_MS = 72 * 3_600_000;
/** Words that more of the texts have than this number, and than this share, do not lead to candidates. */
const COMMON_TEXTS = 60;
const COMMON_SHARE = 0.05;
/** Words that a text shares at least, if it is a candidate. */
const CANDIDATE_WORDS = 2;
/** Texts among which a word counts as rare while the index is nearly empty. */
const ASSUMED_TEXTS = 500;
/** Articles of a story that a new one is compared with. */
const COMPARED_MEMBERS = 12;

/** The texts of the last days in memory, by their words and stories. */
export type StoryIndex = {
  has: (articleId: string) => boolean;
  get: (articleId: string) => RecentText | undefined;
  /** Adds a text as the first of its own story, unless it is known. */
  add: (text: RecentText) => void;
  /** Tells whether this process found the story of an article, or another one found that it joined one. */
  isDecided: (articleId: string) => boolean;
  /** Notes that an article belongs to a story. */
  join: (articleId: string, storyId: string) => void;
  /**
   * Returns the story that a text belongs to; null if it tells of an event that no earlier text tells of. Earlier are
   * those of which this process decided before, and those that others wrote before.
   */
  decide: (text: RecentText) => string | null;
  /** Returns the story of an article, its own if it joined none. */
  storyOf: (articleId: string) => string;
  /** Removes the texts that were written before this time. */
  forget: (before: string) => void;
};

type Texts = {
  byId: Map<string, RecentText>;
  byWord: Map<number, Set<RecentText>>;
  /** The members of stories of several articles, the first article among them. */
  byStory: Map<string, Set<string>>;
  joined: Map<string, string>;
  decided: Set<string>;
};

export const createStoryIndex = (thresholds: StoryThresholds): StoryIndex => {
  const texts: Texts = {
    byId: new Map(),
    byWord: new Map(),
    byStory: new Map(),
    joined: new Map(),
    decided: new Set(),
  };
  const rarity: Rarity = (hash) =>
    Math.log(1 + (texts.byId.size + ASSUMED_TEXTS) / ((texts.byWord.get(hash)?.size ?? 0) + 1));
  return {
    has: (articleId) => texts.byId.has(articleId),
    get: (articleId) => texts.byId.get(articleId),
    add: (text) => {
      if (texts.byId.has(text.article_id)) return;
      texts.byId.set(text.article_id, text);
      for (const { hash } of text.signature.features) put(texts.byWord, hash, text);
    },
    isDecided: (articleId) => texts.decided.has(articleId) || texts.joined.has(articleId),
    join: (articleId, storyId) => {
      texts.joined.set(articleId, storyId);
      put(texts.byStory, storyId, articleId);
      put(texts.byStory, storyId, firstOfStory(storyId));
    },
    decide: (text) => {
      const story = findStory(texts, text, rarity, thresholds);
      texts.decided.add(text.article_id);
      return story;
    },
    storyOf: (articleId) => storyOf(texts, articleId),
    forget: (before) => {
      for (const text of texts.byId.values()) if (text.written_at < before) remove(texts, text);
    },
  };
};

const storyOf = ({ joined }: Texts, articleId: string): string =>
  joined.get(articleId) ?? storyOfFirst(articleId);

const findStory = (
  texts: Texts,
  text: RecentText,
  rarity: Rarity,
  thresholds: StoryThresholds,
): string | null => {
  let best: { story: string; closeness: number } | null = null;
  for (const other of candidatesOf(texts, text)) {
    const closeness = closenessWithin(text, other, rarity, thresholds);
    if (closeness === null || closeness <= (best?.closeness ?? 0)) continue;
    const story = storyOf(texts, other.article_id);
    if (closeness < 1 && !fitsStory(texts, text, story, rarity, thresholds)) continue;
    best = { story, closeness };
  }
  return best?.story ?? null;
};

const isEarlier = (one: RecentText, two: RecentText): boolean =>
  one.written_at === two.written_at ? one.article_id < two.article_id : one.written_at < two.written_at;

/** Returns the earlier texts that share words with a text which few others have. */
const candidatesOf = ({ byId, byWord, decided }: Texts, text: RecentText): RecentText[] => {
  const most = Math.max(COMMON_TEXTS, byId.size * COMMON_SHARE);
  const counts = new Map<RecentText, number>();
  for (const { hash } of text.signature.features) {
    const having = byWord.get(hash);
    if (having === undefined || having.size > most) continue;
    for (const other of having) counts.set(other, (counts.get(other) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count >= CANDIDATE_WORDS)
    .map(([other]) => other)
    .filter((other) => other !== text && (decided.has(other.article_id) || isEarlier(other, text)));
};

/** Returns how close two articles of one story are, 1 if they are nearly the same; null if they are not of one. */
const closenessWithin = (
  { published_at, signature }: RecentText,
  other: RecentText,
  rarity: Rarity,
  limits: StoryThresholds,
): number | null => {
  if (Math.abs(Date.parse(published_at) - Date.parse(other.published_at)) > STORY_MS) return null;
  const { texts, titles, shared } = closenessOf(signature, other.signature, rarity);
  const isOneSource = signature.source === other.signature.source;
  // A source that uses one text under several titles describes several things with it. Others print an agency's text under
  // titles of their own.
  const isTemplate = isOneSource && !haveCloseTitles(signature, other.signature, titles);
  if (!isTemplate && isNearlySame(signature, other.signature)) return 1;
  // Articles of one source that differ in their texts are different, however alike their titles are.
  if (isOneSource) return null;
  if (differInNumbers(signature, other.signature, titles)) return null;
  if (hasSameTitle(signature, other.signature)) return 1;
  if (shared < limits.shared) return null;
  const isClose = texts >= limits.texts || (texts >= limits.texts_with_titles && titles >= limits.titles);
  return isClose ? texts : null;
};

/** Tells whether a text is close to those of a story on average, and the first one of its source among them. */
const fitsStory = (
  { byId, byStory }: Texts,
  { signature }: RecentText,
  story: string,
  rarity: Rarity,
  limits: StoryThresholds,
): boolean => {
  const members = [...(byStory.get(story) ?? [])].flatMap((articleId) => byId.get(articleId) ?? []);
  if (members.some((member) => member.signature.source === signature.source)) return false;
  const compared = members.slice(0, COMPARED_MEMBERS);
  const sum = compared.reduce(
    (total, member) => total + closenessOf(signature, member.signature, rarity).texts,
    0,
  );
  return compared.length === 0 || sum / compared.length >= limits.story;
};

const put = <K, V>(map: Map<K, Set<V>>, key: K, value: V): void => {
  const known = map.get(key);
  if (known === undefined) map.set(key, new Set([value]));
  else known.add(value);
};

const drop = <K, V>(map: Map<K, Set<V>>, key: K, value: V): void => {
  const known = map.get(key);
  known?.delete(value);
  if (known?.size === 0) map.delete(key);
};

const remove = (texts: Texts, text: RecentText): void => {
  const { article_id: articleId } = text;
  for (const { hash } of text.signature.features) drop(texts.byWord, hash, text);
  drop(texts.byStory, storyOf(texts, articleId), articleId);
  texts.byId.delete(articleId);
  texts.joined.delete(articleId);
  texts.decided.delete(articleId);
};
