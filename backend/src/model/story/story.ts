import type { StoryFeatures, StoryVector } from './features.ts';

/** The stored traits of a text, by which another one is recognised as being about the same event. */
export type Signature = {
  /** The words of title and first sentences, at most 40. Those of the title come first where there are more. */
  features: StoryFeatures;
  /** Hashes of the numbers in the title, at most 4, and of the versions (1.2.3) and results (3-1) among them. */
  numbers: readonly number[];
  versions: readonly number[];
  /** True if the title begins with a question word or names takeaways: such an article explains what others report. */
  asks: boolean;
  /** Hash of the title's words in order. */
  title: number;
  /** Hash of who published it: the feed, and what its link and title name within a feed of many sources. */
  source: number;
  /** The direction of the mean vector of the words of title and first sentences; null if too few are known. */
  vector: StoryVector | null;
  /** SimHash of the text, or of the title if there is none, as 16 hex digits. */
  digest: string;
  /** Number of words of what the digest is of. */
  words: number;
};

/** A text that articles to come are compared with. */
export type RecentText = {
  article_id: string;
  feed_id: string;
  published_at: string;
  /** The time when it was stored. */
  written_at: string;
  signature: Signature;
};

/** An article that joined the story of an earlier one. */
export type StoryMember = {
  story_id: string;
  article_id: string;
  feed_id: string;
  /** The feed of the article that began the story. */
  first_feed_id: string;
  written_at: string;
};

export type StoryStore = {
  /** True if no other process writes stories, so that what this one wrote is all that is new. */
  isOnlyWriter: boolean;
  /** Stores texts, which are deleted four days after they were written. */
  putTexts: (texts: RecentText[]) => Promise<void>;
  /**
   * Returns the texts that were written at or after a time, apart from those that are known; of more than 20,000 the
   * newest. The read is strongly consistent.
   */
  listTexts: (since: string, isKnown: (articleId: string) => boolean) => Promise<RecentText[]>;
  /** Stores members, which are deleted at `ttl` (seconds since 1970). */
  putMembers: (members: (StoryMember & { ttl: number })[]) => Promise<void>;
  /** Returns the members that were written at or after a time, as `listTexts` does; the read is eventually consistent. */
  listMembers: (since: string, isKnown: (articleId: string) => boolean) => Promise<StoryMember[]>;
};

/** Returns the id of the story that an article begins: 11 characters. @throws SyntaxError if the id is no number. */
export const storyOfFirst = (articleId: string): string => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(articleId));
  return bytes.toString('base64url');
};

/** Returns the id of the article that began a story. */
export const firstOfStory = (storyId: string): string =>
  Buffer.from(storyId, 'base64url').readBigUInt64BE().toString();
