/*
 * What is kept of a text, as characters of one byte each: thousands of texts are in memory, where arrays of numbers take five
 * times as much. The table stores the same bytes.
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
