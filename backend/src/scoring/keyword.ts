import type { Calibration } from './calibration.ts';
import type { StoredVector } from './vector.ts';

export type Keyword = {
  user_id: string;
  keyword_id: string;
  text: string;
  /** Greater than 0, at most 10. */
  weight: number;
  is_active: boolean;
  /** Lowers the score of what resembles it. */
  is_excluding: boolean;
  created_at: string;
};

/** A keyword's embedding, made once when the keyword is written, and what turns its cosines into similarity. */
export type KeywordVector = {
  user_id: string;
  keyword_id: string;
  vector: StoredVector;
  calibration: Calibration;
};

export type KeywordStore = {
  /** False if the reader has this keyword already. */
  create: (keyword: Keyword) => Promise<boolean>;
  get: (userId: string, keywordId: string) => Promise<Keyword | null>;
  /** Oldest first. */
  list: (userId: string) => Promise<Keyword[]>;
  /** Null when there is none. */
  update: (
    userId: string,
    keywordId: string,
    changes: Partial<Pick<Keyword, 'weight' | 'is_active' | 'is_excluding'>>,
  ) => Promise<Keyword | null>;
  /** The keyword and its vector. */
  delete: (userId: string, keywordId: string) => Promise<void>;
  putVector: (vector: KeywordVector) => Promise<void>;
  listVectors: (userId: string) => Promise<KeywordVector[]>;
};
