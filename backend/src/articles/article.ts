import type { Enclosure } from '../contract/index.ts';
import type { StoredVector } from '../scoring/vector.ts';

/** One feed's version of an article, written once for all readers. */
export type Article = {
  article_id: string;
  feed_id: string;
  link: string | null;
  title: string;
  /** Plain text. */
  summary: string;
  /** Sanitised HTML. Stored compressed; what is large lies in the blob store. */
  content: string;
  author: string | null;
  enclosures: Enclosure[];
  published_at: string;
  is_date_estimated: boolean;
  /** The document came from the host of the link: its feed owns title and text of the reader's entry. */
  is_own_host: boolean;
  created_at: string;
  /** Seconds since 1970: when no reader can have it any more. */
  ttl: number;
};

export type ArticleKey = { article_id: string; feed_id: string };

export type ArticleStore = {
  /** Writes or replaces each version. Answers with those that are too large for the table and were left out. */
  putMany: (articles: Article[]) => Promise<ArticleKey[]>;
  get: (key: ArticleKey) => Promise<Article | null>;
  /** Those that exist, in no particular order. */
  getMany: (keys: ArticleKey[]) => Promise<Article[]>;
  deleteMany: (keys: ArticleKey[]) => Promise<void>;
  /**
   * Deletes those whose ttl is past at `now` (seconds since 1970), with vector and blob, instead of waiting for DynamoDB. One
   * that is fetched again meanwhile stays. Answers with how many articles and blobs went.
   */
  deleteExpired: (keys: ArticleKey[], now: number) => Promise<{ articles: number; blobs: number }>;
};

export type ArticleVector = ArticleKey & { vector: StoredVector; ttl: number };

export type VectorStore = {
  putMany: (vectors: ArticleVector[]) => Promise<void>;
  getMany: (keys: ArticleKey[]) => Promise<ArticleVector[]>;
  /** Of every feed's version of the article. */
  listVersions: (articleId: string) => Promise<ArticleVector[]>;
};

/** Bytes too large for the table: files on a laptop, S3 in the cloud. */
export type BlobStore = {
  put: (key: string, bytes: Uint8Array) => Promise<void>;
  get: (key: string) => Promise<Uint8Array | null>;
  delete: (key: string) => Promise<void>;
  /** The keys that begin with `prefix`, which ends with a slash. */
  list: (prefix: string) => Promise<string[]>;
};
