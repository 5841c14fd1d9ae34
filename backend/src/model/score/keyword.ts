import type { UsualCosines } from './usual-cosines.ts';
import type { StoredVector } from './vector.ts';

export type Keyword = {
  user_id: string;
  keyword_id: string;
  text: string;
  /** The weight: greater than 0, at most 10. */
  weight: number;
  is_active: boolean;
  /** True if the keyword lowers the score of articles that resemble it. */
  is_excluding: boolean;
  /** True until the model has embedded the text, if it did not answer when the keyword was added. */
  is_pending: boolean;
  created_at: string;
};

/** The embedding of a keyword, made once when the keyword is written. */
export type KeywordVector = {
  user_id: string;
  keyword_id: string;
  vector: StoredVector;
};

/** A process keeps these answers of the model, because it asks for them again soon. */
export type KeywordMemory = {
  /** The vectors of the last texts, oldest first. A keyword is usually previewed a moment before it is added. */
  recent: Map<string, StoredVector>;
  /** The usual cosines of a model that does not bring them along; null until they are first needed. */
  usual: Promise<UsualCosines> | null;
};

export type KeywordStore = {
  /** Creates a keyword. Returns false if the reader has it already. */
  create: (keyword: Keyword) => Promise<boolean>;
  get: (userId: string, keywordId: string) => Promise<Keyword | null>;
  /** Returns all keywords of a reader, oldest first. */
  list: (userId: string) => Promise<Keyword[]>;
  /** Changes a keyword and returns it, or null if there is none. */
  update: (
    userId: string,
    keywordId: string,
    changes: Partial<Pick<Keyword, 'weight' | 'is_active' | 'is_excluding' | 'is_pending'>>,
  ) => Promise<Keyword | null>;
  /** Deletes the keyword and its vector. */
  delete: (userId: string, keywordId: string) => Promise<void>;
  putVector: (vector: KeywordVector) => Promise<void>;
  /** Returns all keywords of a reader, oldest first, and the vectors of those that have one, in one read. */
  listWithVectors: (userId: string) => Promise<{ keywords: Keyword[]; vectors: KeywordVector[] }>;
};
