import { partIds } from '../../contract/index.ts';
import { storedSimilarity, storedWeight, type StoredReason } from '../score/score.ts';
import { type StoredVector, unpack } from '../score/vector.ts';
import { isContent, type Terms } from '../score/terms.ts';

/**
 * The function learned from one reader: a linear function of the features of a text, as int8 values of a common step. It
 * takes at most 4 KB.
 */
export type Learner = {
  /** The name of the embedder's model. */
  model: string;
  dense: Int8Array;
  indexes: Uint32Array;
  values: Int8Array;
  step: number;
  /** The median of the function over articles about which the reader said nothing, and its usual distance from that. */
  middle: number;
  spread: number;
  /** The most that the learner can add to a score or subtract from it. */
  weight: number;
};

/** The most sparse weights of a learner. The smallest ones beyond are dropped. */
const SPARSE_WEIGHTS = 400;

/** Returns weights in the stored form, without `middle` and `spread`. */
export const quantised = ({
  dense,
  indexes,
  values,
}: Features): Pick<Learner, 'dense' | 'indexes' | 'values' | 'step'> => {
  const limit = Array.from(values, Math.abs).toSorted((a, b) => b - a)[SPARSE_WEIGHTS] ?? -1;
  const kept = [...values.keys()].filter((at) => Math.abs(values[at] ?? 0) > limit);
  const peak = Math.max(0, ...dense.map(Math.abs), ...kept.map((at) => Math.abs(values[at] ?? 0)));
  const step = peak === 0 ? 1 : peak / 127;
  return {
    dense: Int8Array.from(dense, (value) => Math.round(value / step)),
    indexes: Uint32Array.from(kept, (at) => indexes[at] ?? 0),
    values: Int8Array.from(kept, (at) => Math.round((values[at] ?? 0) / step)),
    step,
  };
};

/** Returns the learner's function, for many texts. */
export const functionOf = ({
  dense,
  indexes,
  values,
  step,
}: Pick<Learner, 'dense' | 'indexes' | 'values' | 'step'>): ((features: Features) => number) => {
  const sparse = new Map(Array.from(indexes, (index, at) => [index, values[at] ?? 0]));
  return (features) => {
    let sum = 0;
    dense.forEach((value, at) => {
      sum += value * (features.dense[at] ?? 0);
    });
    features.indexes.forEach((index, at) => {
      sum += (sparse.get(index) ?? 0) * (features.values[at] ?? 0);
    });
    return sum * step;
  };
};

/** Spreads from the middle within which an article counts as neither liked nor disliked. */
const QUIET = 1;
/** Spreads beyond that at which the whole weight is reached. */
const RANGE = 3;
/**
 * Number of steps in which the part is given. They are coarse, so that learning a little more does not change, and
 * write, every entry.
 */
const STEPS = 32;

/**
 * Returns the function that gives the learner's part of an article's score; null if it has nothing to say about the
 * article.
 */
export const learnedReasonOf = (learner: Learner): ((vector: StoredVector) => StoredReason | null) => {
  const reasonFor = learnedReasonFor(learner);
  return (vector) => (vector.model === learner.model ? reasonFor(featuresOf(vector)) : null);
};

/** Does what `learnedReasonOf` does, for features of texts that the learner's model embedded. */
export const learnedReasonFor = (learner: Learner): ((features: Features) => StoredReason | null) => {
  const value = functionOf(learner);
  return (features) => {
    const deviation = (value(features) - learner.middle) / learner.spread;
    const part = Math.min(1, (Math.abs(deviation) - QUIET) / RANGE);
    const similarity_score = storedSimilarity(Math.round(part * STEPS) / STEPS);
    if (!(similarity_score > 0)) return null;
    const weight = storedWeight(Math.sign(deviation) * learner.weight);
    return { keyword_id: partIds.liked, weight, similarity_score };
  };
};

/**
 * The features of a text that the learner uses: dense values, and sparse (index, value) pairs in any order. The length
 * of both together is 1. One of them may be empty.
 */
export type Features = { dense: Float32Array; indexes: Uint32Array; values: Float32Array };

const none = { dense: new Float32Array(0), indexes: new Uint32Array(0), values: new Float32Array(0) };

/** The share of the squared length that the word vectors of a hybrid vector have; its words have the rest. */
const DENSE_SHARE = 0.3;
/**
 * The weights of a word of the title, and of the English translation of a Japanese word, compared with a word of the
 * body.
 */
const TITLE = 2;
const GLOSS = 0.7;

/** Returns the features of a stored vector. Nothing else of the learner knows how vectors are stored. */
export const featuresOf = (vector: StoredVector): Features => {
  const { values: dense, ...embedding } = unpack(vector);
  if (embedding.kind === 'dense') return { ...none, dense };
  const counts = countsOf(embedding.terms);
  const values = Float32Array.from(counts.values(), (count) => count / (count + 0.5));
  const length = Math.hypot(...values);
  const isKnown = dense.some((value) => value !== 0);
  const share = length === 0 ? 1 : isKnown ? DENSE_SHARE : 0;
  return {
    dense: dense.map((value) => value * Math.sqrt(share)),
    indexes: Uint32Array.from(counts.keys()),
    values: values.map((value) => (value / length) * Math.sqrt(1 - share)),
  };
};

const countsOf = ({ title, body, title_glosses, body_glosses }: Terms): Map<number, number> => {
  const counts = new Map<number, number>();
  const add = (terms: Uint32Array, times: number): void => {
    for (const term of terms) if (isContent(term)) counts.set(term, (counts.get(term) ?? 0) + times);
  };
  add(title, TITLE);
  add(body, 1);
  add(title_glosses, TITLE * GLOSS);
  add(body_glosses, GLOSS);
  return counts;
};

/** The signals that a reader gave about an article. */
export type SignalMarks = {
  opinion: 'up' | 'down' | null;
  is_saved: boolean;
  is_read_through: boolean;
};

/** An article about which a reader said something. Its vector is stored, because it outlives the article. */
export type Signal = SignalMarks & {
  user_id: string;
  article_id: string;
  /** The time when the article reached the reader. */
  created_at: string;
  title: string;
  /** The time of the last thing that was said. It determines the weight. */
  noted_at: string;
  /** Null if the model gave none. */
  vector: StoredVector | null;
  /** The expiry in seconds since 1970. */
  ttl: number;
};

type SignalId = Pick<Signal, 'user_id' | 'article_id' | 'created_at'>;

/** The learner of a reader. */
export type Learned = {
  /** Null if there was nothing to learn from. */
  learner: Learner | null;
  learned_at: string;
  /** Number of articles that were opened, about which nothing else was said. */
  opened: number;
  /** The time when the reader had everything forgotten; null if never. What was opened before no longer counts. */
  forgotten_at: string | null;
};

export type LearningStore = {
  /** Returns what was learned. Its revision is 0 if nothing was ever stored. */
  getLearned: (userId: string) => Promise<{ revision: number; learned: Learned | null }>;
  /** Stores what was learned. Returns false if something else was stored after the revision `after`. */
  putLearned: (userId: string, learned: Learned, after: number) => Promise<boolean>;
  getSignal: (id: SignalId) => Promise<Signal | null>;
  /** Returns the signals about the articles that arrived last, at most `limit`. */
  listSignals: (userId: string, limit: number) => Promise<Signal[]>;
  /**
   * Changes the given marks of a signal, which begins with none, and stores the rest with them. A null vector leaves the
   * stored one. A signal without any mark is deleted.
   */
  noteSignal: (signal: Omit<Signal, keyof SignalMarks>, marks: Partial<SignalMarks>) => Promise<void>;
  /** Returns the articles that were passed by, the newest last. */
  listPassed: (userId: string) => Promise<string[]>;
  /** Adds articles that were passed by and keeps the newest 200. `ttl` is in seconds since 1970. */
  addPassed: (userId: string, articleIds: string[], ttl: number) => Promise<void>;
  /** Deletes what was learned and all that it was learned from. */
  forget: (userId: string) => Promise<void>;
  /** Deletes what it was learned from. */
  forgetSignals: (userId: string) => Promise<void>;
};
