import { FEATURE_SIZE, firstOfStory, hashAt, storyOfFirst, type RecentText } from '../model/story/story.ts';
import {
  differInNumbers,
  hasSameTitle,
  haveCloseTitles,
  isNearlySame,
  evidenceOf,
  logitOf,
  type Rarity,
  type StoryRules,
} from './evidence.ts';

/** The longest time between the publication of two articles of one story, in milliseconds. */
const STORY_MS = 72 * 3_600_000;
/** Words that more of the texts have than this number, and than this share, do not lead to candidates. */
const COMMON_TEXTS = 60;
const COMMON_SHARE = 0.05;
/** Words that a text shares at least, if it is a candidate. */
const CANDIDATE_WORDS = 3;
/** Words that two articles share at least, one of them having it in its title, if they are of one story or thread. */
const SHARED_WORDS = 3;
/** Up to this number of texts, the array of a word gets another one by a copy of its size: `push` makes room for 17 at once. */
const FEW = 8;
/** Texts among which a word counts as rare while the index is nearly empty. */
const ASSUMED_TEXTS = 500;

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
  /** Returns the story that a text belongs to; null if it tells of an event that no earlier text tells of. */
  decide: (text: RecentText) => string | null;
  /** Returns the story that a text continues, which is not its own; null if it continues none. */
  earlierOf: (text: RecentText) => string | null;
  /** Returns the story of an article, its own if it joined none. */
  storyOf: (articleId: string) => string;
  /** Returns the articles of a story of several, the first one among them; none if there is one only. */
  articlesOf: (storyId: string) => string[];
  /** Returns the latest `written_at` of the texts that were added; an empty text without any. */
  latest: () => string;
  /** Removes the texts that were written before this time. */
  forget: (before: string) => void;
};

/** While `candidatesOf` looks at a text, `shared` is the number of words that this one shares with it; otherwise it is 0. */
type Known = { text: RecentText; shared: number };

type Texts = {
  byId: Map<string, Known>;
  /** Most words stand in one text or two, for which an array takes a third of the memory of a set. */
  byWord: Map<number, Known[]>;
  /** The members of stories of several articles, the first article among them. */
  byStory: Map<string, Set<string>>;
  joined: Map<string, string>;
  decided: Set<string>;
};

export const createStoryIndex = (rules: StoryRules): StoryIndex => {
  const texts: Texts = {
    byId: new Map(),
    byWord: new Map(),
    byStory: new Map(),
    joined: new Map(),
    decided: new Set(),
  };
  let latest = '';
  /** The texts that a text was compared with to find its story. They are kept until the story that it continues is asked for. */
  const compared = new WeakMap<RecentText, Compared[]>();
  const compare = (text: RecentText): Compared[] =>
    candidatesOf(texts, text).map((other) => ({ other, link: linkOf(text, other, rarity, rules) }));
  const rarity: Rarity = (hash) =>
    Math.log(1 + (texts.byId.size + ASSUMED_TEXTS) / ((texts.byWord.get(hash)?.length ?? 0) + 1));
  return {
    has: (articleId) => texts.byId.has(articleId),
    get: (articleId) => texts.byId.get(articleId)?.text,
    add: (text) => {
      if (texts.byId.has(text.article_id)) return;
      const known = { text, shared: 0 };
      texts.byId.set(text.article_id, known);
      if (text.written_at > latest) latest = text.written_at;
      for (const hash of hashesOf(text)) {
        const having = texts.byWord.get(hash) ?? [];
        if (having.length < FEW) texts.byWord.set(hash, having.concat(known));
        else having.push(known);
      }
    },
    isDecided: (articleId) => texts.decided.has(articleId) || texts.joined.has(articleId),
    join: (articleId, storyId) => {
      texts.joined.set(articleId, storyId);
      put(texts.byStory, storyId, articleId);
      put(texts.byStory, storyId, firstOfStory(storyId));
    },
    decide: (text) => {
      const links = compare(text);
      compared.set(text, links);
      const story = findStory(texts, text, links, { rarity, rules });
      texts.decided.add(text.article_id);
      return story;
    },
    earlierOf: (text) => {
      const links = compared.get(text) ?? compare(text);
      compared.delete(text);
      return findEarlier(texts, text, links);
    },
    storyOf: (articleId) => storyOf(texts, articleId),
    articlesOf: (storyId) => [...(texts.byStory.get(storyId) ?? [])],
    latest: () => latest,
    forget: (before) => {
      for (const known of texts.byId.values()) if (known.text.written_at < before) remove(texts, known);
    },
  };
};

/** Returns the hashes of a text's words, each once. */
const hashesOf = ({ signature: { features } }: RecentText): number[] => {
  const hashes: number[] = [];
  for (let at = 0; at < features.length; at += FEATURE_SIZE) hashes.push(hashAt(features, at));
  return hashes;
};

const storyOf = ({ joined }: Texts, articleId: string): string =>
  joined.get(articleId) ?? storyOfFirst(articleId);

type Compared = { other: RecentText; link: Link };
type Judging = { rarity: Rarity; rules: StoryRules };

const findStory = (
  texts: Texts,
  text: RecentText,
  links: readonly Compared[],
  judging: Judging,
): string | null => {
  let best: { story: string; logit: number } | null = null;
  for (const { other, link } of links) {
    if (!link.is_joined || link.logit <= (best?.logit ?? -Infinity)) continue;
    const story = storyOf(texts, other.article_id);
    if (link.logit < SAME && !fitsStory(texts, text, story, judging)) continue;
    best = { story, logit: link.logit };
  }
  return best?.story ?? null;
};

/** Finds the story that comes nearest to a text, among those published before it, if one is near enough. */
const findEarlier = (texts: Texts, text: RecentText, links: readonly Compared[]): string | null => {
  const own = storyOf(texts, text.article_id);
  let best: { story: string; logit: number } | null = null;
  for (const { other, link } of links) {
    if (link.thread === null || link.thread <= (best?.logit ?? -Infinity)) continue;
    if (other.published_at > text.published_at) continue;
    const story = storyOf(texts, other.article_id);
    if (story !== own) best = { story, logit: link.thread };
  }
  return best?.story ?? null;
};

/** Tells which of two texts comes first, in the same way in every process. */
const isEarlier = (one: RecentText, two: RecentText): boolean =>
  one.written_at === two.written_at ? one.article_id < two.article_id : one.written_at < two.written_at;

/** Returns the earlier texts that share words with a text which few others have. */
const candidatesOf = ({ byId, byWord }: Texts, text: RecentText): RecentText[] => {
  const most = Math.max(COMMON_TEXTS, byId.size * COMMON_SHARE);
  const sharing: Known[] = [];
  for (const hash of hashesOf(text)) {
    const having = byWord.get(hash);
    if (having === undefined || having.length > most) continue;
    for (const known of having) {
      if (known.shared === 0) sharing.push(known);
      known.shared += 1;
    }
  }
  const candidates: RecentText[] = [];
  for (const known of sharing) {
    if (known.shared >= CANDIDATE_WORDS && isEarlier(known.text, text)) candidates.push(known.text);
    known.shared = 0;
  }
  return candidates;
};

/** The logit of two articles that are nearly the same. */
const SAME = Infinity;

type Link = {
  /** The logit of the probability that the two are about one event. */
  logit: number;
  /** True if the one may join the story of the other. */
  is_joined: boolean;
  /** The same without the time between them, which says nothing about the acts of a saga; null if it is too low. */
  thread: number | null;
};

const unlinked: Link = { logit: -Infinity, is_joined: false, thread: null };
const same: Link = { logit: SAME, is_joined: true, thread: null };

/** Returns how two articles belong together. */
const linkOf = (
  text: RecentText,
  other: RecentText,
  rarity: Rarity,
  { weights, limits }: StoryRules,
): Link => {
  const [one, two] = [text.signature, other.signature];
  if (Math.abs(Date.parse(text.published_at) - Date.parse(other.published_at)) > STORY_MS) return unlinked;
  const evidence = evidenceOf(text, other, rarity);
  const { titles } = evidence;
  const isOneSource = one.source === two.source;
  // A source that uses one text under several titles describes several things with it. Others print an agency's text under
  // titles of their own.
  const isTemplate = isOneSource && !haveCloseTitles(one, two, titles);
  if (!isTemplate && isNearlySame(one, two)) return same;
  if (differInNumbers(one, two, rarity)) return unlinked;
  if (!isOneSource && hasSameTitle(one, two)) return same;
  if (evidence.shared < SHARED_WORDS) return unlinked;
  const logit = logitOf(evidence, weights);
  const thread = logitOf({ ...evidence, hours: 0, asks: false }, weights);
  // Articles of one source that differ in their texts are different, however alike their titles are.
  const is_joined = !isOneSource && logit >= limits.joins;
  return { logit, is_joined, thread: thread >= limits.continues ? thread : null };
};

/**
 * Tells whether a text is near to the first article of a story, which stands for it in lists, and the first one of its source there.
 * Compared with the later ones too, a saga would fold act by act.
 */
const fitsStory = (
  { byId, byStory }: Texts,
  text: RecentText,
  story: string,
  { rarity, rules: { weights, limits } }: Judging,
): boolean => {
  const members = [...(byStory.get(story) ?? [])].flatMap((articleId) => byId.get(articleId)?.text ?? []);
  if (members.some(({ signature }) => signature.source === text.signature.source)) return false;
  const first = byId.get(firstOfStory(story))?.text;
  return first !== undefined && logitOf(evidenceOf(text, first, rarity), weights) >= limits.fits;
};

const put = (map: Map<string, Set<string>>, key: string, value: string): void => {
  const known = map.get(key);
  if (known === undefined) map.set(key, new Set([value]));
  else known.add(value);
};

const remove = (texts: Texts, known: Known): void => {
  const { article_id: articleId } = known.text;
  for (const hash of hashesOf(known.text)) {
    const having = texts.byWord.get(hash) ?? [];
    if (having.length <= 1) texts.byWord.delete(hash);
    else having.splice(having.indexOf(known), 1);
  }
  const story = storyOf(texts, articleId);
  const members = texts.byStory.get(story);
  members?.delete(articleId);
  if (members?.size === 0) texts.byStory.delete(story);
  texts.byId.delete(articleId);
  texts.joined.delete(articleId);
  texts.decided.delete(articleId);
};
