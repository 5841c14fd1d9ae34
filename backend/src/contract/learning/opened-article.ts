import { z } from 'zod';
import { article } from '../schemas/articles.ts';
import { reason } from '../schemas/reasons.ts';
import { articleOpinion } from './learning.ts';

/** All that the page shows of an open article, in one answer. */
export const openedArticle = article.extend({
  /** Why it ranks where it does, as `GET /api/articles/{article_id}/reasons` says; empty until it is scored. */
  reasons: z.array(reason),
  /** What the reader thinks of it; null for nothing, and while the preference `like_saved` is off. */
  opinion: articleOpinion.shape.opinion,
});

export type OpenedArticle = z.infer<typeof openedArticle>;
