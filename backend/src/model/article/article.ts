import { readEach } from '../../lib/lists.ts';
import type { Enclosure, RowExtra } from '../../contract/index.ts';
import type { StoredVector } from '../score/vector.ts';

/** One feed's version of an article, stored once for all readers. */
export type Article = {
  article_id: string;
  feed_id: string;
  link: string | null;
  title: string;
  /** Plain text. */
  summary: string;
  /** Sanitised HTML. It is stored compressed, in the blob store if it is large. */
  content: string;
  author: string | null;
  enclosures: Enclosure[];
  /** As the feed names them, in plain text. */
  categories: string[];
  published_at: string;
  is_date_estimated: boolean;
  /**
   * True if the feed's document came from the host of the link; then this feed decides the title and text of the
   * reader's entry.
   */
  is_own_host: boolean;
  /**
   * The runs of words that most items of the feed's document repeat, as `boilerplateOf` names them. They are shown, but not
   * compared.
   */
  boilerplate: string[];
  /** Copied to the entries of the article's readers. */
  extra: RowExtra;
  created_at: string;
  /** The time after which no reader can have the article any more, in seconds since 1970. */
  ttl: number;
};

export type ArticleKey = { article_id: string; feed_id: string };

export type ArticleStore = {
  /** Writes or replaces each version. Returns the keys of those too large for the table, which were not stored. */
  putMany: (articles: Article[]) => Promise<ArticleKey[]>;
  get: (key: ArticleKey) => Promise<Article | null>;
  /** Returns those that exist, in no particular order. */
  getMany: (keys: ArticleKey[]) => Promise<Article[]>;
  deleteMany: (keys: ArticleKey[]) => Promise<void>;
  /**
   * Lets articles with their vectors, pages and blobs live until `ttl`, those that would go before `ifBefore`; both in seconds
   * since 1970.
   */
  prolong: (keys: ArticleKey[], life: { ttl: number; ifBefore: number }) => Promise<void>;
  /**
   * Deletes the articles whose ttl is past at `now` (seconds since 1970) with their vectors and blobs, instead of
   * waiting for DynamoDB. An article that is fetched again meanwhile is kept. Returns how many articles and blobs were
   * deleted.
   */
  deleteExpired: (keys: ArticleKey[], now: number) => Promise<{ articles: number; blobs: number }>;
};

export type ArticleVector = ArticleKey & { vector: StoredVector; ttl: number };

export type VectorStore = {
  putMany: (vectors: ArticleVector[]) => Promise<void>;
  getMany: (keys: ArticleKey[]) => Promise<ArticleVector[]>;
  /** Returns the vectors of every feed's version of the article. */
  listVersions: (articleId: string) => Promise<ArticleVector[]>;
};

/** The store for bytes too large for the table: files on a laptop, S3 in the cloud. */
export type BlobStore = {
  put: (key: string, bytes: Uint8Array) => Promise<void>;
  get: (key: string) => Promise<Uint8Array | null>;
  delete: (key: string) => Promise<void>;
  /** Returns the keys that begin with `prefix`, which ends with a slash. */
  list: (prefix: string) => Promise<string[]>;
};

/** Returns the size of a blob in bytes without reading it; null if there is none. */
export type SizeOfBlob = (key: string) => Promise<number | null>;

/** A reader's own copy of a saved article, which is kept after the feed's article is deleted. */
export type SavedCopy = {
  user_id: string;
  article_id: string;
  feed_title: string;
  summary: string;
  content: string;
  author: string | null;
  enclosures: Enclosure[];
  categories: string[];
  /** True if the reader sent the text from the browser; then no version of a feed or page replaces it. Absent means false. */
  is_sent?: boolean | undefined;
  saved_at: string;
  /** The time when the copy is deleted after the article was unsaved, in seconds since 1970; null while it is saved. */
  ttl: number | null;
};

export type SavedStore = {
  put: (copy: SavedCopy) => Promise<void>;
  get: (userId: string, articleId: string) => Promise<SavedCopy | null>;
  /** Returns those that exist, in no particular order. */
  getMany: (userId: string, articleIds: string[]) => Promise<SavedCopy[]>;
  /** Sets the `ttl` of the copy saved at `savedAt`. Does nothing if another copy has replaced it. */
  expire: (userId: string, articleId: string, savedAt: string, ttl: number) => Promise<void>;
  /** Removes the ttl of the copy. */
  keep: (userId: string, articleId: string) => Promise<void>;
  delete: (userId: string, articleId: string) => Promise<void>;
  /**
   * Deletes copies that have a blob and whose ttl is past; DynamoDB's time to live would leave the blob behind. It
   * looks at no more than `limit` copies after the article `after`. `next` is the `after` for the next call; null at
   * the end.
   */
  sweep: (
    userId: string,
    now: Date,
    after: string | null,
    limit: number,
  ) => Promise<{ deleted: number; next: string | null }>;
};

/** Reads articles as `getMany` does, but one that exists and cannot be read does not fail the others. */
export const readArticles = async (
  articles: Pick<ArticleStore, 'getMany'>,
  keys: ArticleKey[],
): Promise<{ found: Article[]; failures: { article_id: string; error: Error }[] }> => {
  const failures: { article_id: string; error: Error }[] = [];
  const found = await readEach(keys, articles.getMany, ({ article_id }, error) => {
    failures.push({ article_id, error });
  });
  return { found, failures };
};
