import type { Highlight as WireHighlight } from '../../contract/index.ts';

/** A passage that a reader marked. */
export type Highlight = WireHighlight & { user_id: string };

export type HighlightPosition = Pick<Highlight, 'article_id' | 'highlight_id'>;

/** The passages that readers marked, with their notes. */
export type HighlightStore = {
  put: (highlight: Highlight) => Promise<void>;
  get: (userId: string, at: HighlightPosition) => Promise<Highlight | null>;
  /** Returns at most `limit` of them in the order of articles, beginning after a position or at the first, and whether there are more. */
  list: (
    userId: string,
    after: HighlightPosition | null,
    limit: number,
  ) => Promise<{ items: Highlight[]; has_more: boolean }>;
  /** Counts those of an article. */
  countOf: (userId: string, articleId: string) => Promise<number>;
  /** Returns false if there was none. */
  delete: (userId: string, at: HighlightPosition) => Promise<boolean>;
};
