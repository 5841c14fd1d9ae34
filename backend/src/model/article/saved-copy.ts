import type { Enclosure } from '../../contract/index.ts';

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
