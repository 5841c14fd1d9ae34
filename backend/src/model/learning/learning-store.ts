import type { Learner } from './learner.ts';
import type { StoredVector } from '../score/vector.ts';

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
