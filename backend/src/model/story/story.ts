/*
 * The words and the vector of a text are strings in which each character is one byte. A process keeps thousands of texts in memory,
 * and arrays of numbers would take five times the memory. The table stores the same bytes.
 */

/** A word of a text. */
export type Feature = {
  /** 24 bits. */
  hash: number;
  /** How much the word says about the event: 0 to 5, in steps of 1/25. How rare it is counts apart. */
  weight: number;
  /** `IN_TITLE` and `IS_NAME`, or 0. */
  mark: number;
};

export const IN_TITLE = 1;
/** Set if the text writes a word with a capital letter that means something, as the name of a person or place. */
export const IS_NAME = 2;

/**
 * The words of a text in ascending order of their hashes, so that two texts are compared in one pass over both. Each has
 * `FEATURE_SIZE` characters: its hash, the lowest byte first, 1 for a name, and its weight in steps, with a bit for the title.
 */
export type StoryFeatures = string;

export const FEATURE_SIZE = 5;
const WEIGHT_STEPS = 25;
const TITLE_BIT = 0x80;

/** Returns the words of a text as they are kept. */
export const packFeatures = (features: readonly Feature[]): StoryFeatures =>
  features
    .toSorted((one, two) => one.hash - two.hash)
    .map(({ hash, weight, mark }) =>
      String.fromCharCode(
        hash & 0xff,
        (hash >> 8) & 0xff,
        hash >> 16,
        (mark & IS_NAME) === 0 ? 0 : 1,
        Math.round(weight * WEIGHT_STEPS) | ((mark & IN_TITLE) === 0 ? 0 : TITLE_BIT),
      ),
    )
    .join('');

/** Returns the hash of the word that begins at a character. */
export const hashAt = (features: StoryFeatures, at: number): number =>
  features.charCodeAt(at) | (features.charCodeAt(at + 1) << 8) | (features.charCodeAt(at + 2) << 16);

export const weightAt = (features: StoryFeatures, at: number): number =>
  (features.charCodeAt(at + 4) & ~TITLE_BIT) / WEIGHT_STEPS;

export const markAt = (features: StoryFeatures, at: number): number =>
  (features.charCodeAt(at + 3) === 0 ? 0 : IS_NAME) |
  (features.charCodeAt(at + 4) < TITLE_BIT ? 0 : IN_TITLE);

/** Returns the words of a text, in ascending order of their hashes. */
export const unpackFeatures = (features: StoryFeatures): Feature[] =>
  Array.from({ length: features.length / FEATURE_SIZE }, (_, index) => {
    const at = index * FEATURE_SIZE;
    return { hash: hashAt(features, at), weight: weightAt(features, at), mark: markAt(features, at) };
  });

/** The direction of a vector: a character for each of its values, a signed byte. */
export type StoryVector = string;

export const packVector = (values: Int8Array): StoryVector =>
  String.fromCharCode(...new Uint8Array(values.buffer, values.byteOffset, values.length));

/** Returns the cosine of two vectors; null if one of them is unknown. */
export const cosineOf = (one: StoryVector | null, two: StoryVector | null): number | null => {
  if (one === null || two === null || one.length !== two.length) return null;
  let [dot, ones, twos] = [0, 0, 0];
  for (let at = 0; at < one.length; at += 1) {
    const [value, other] = [signedAt(one, at), signedAt(two, at)];
    dot += value * other;
    ones += value * value;
    twos += other * other;
  }
  return dot / Math.sqrt(ones * twos);
};

const signedAt = (vector: StoryVector, at: number): number => (vector.charCodeAt(at) << 24) >> 24;

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
