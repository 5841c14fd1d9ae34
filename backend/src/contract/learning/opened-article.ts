import { z } from 'zod';
import { article } from '../schemas/articles.ts';
import { reason } from '../schemas/reasons.ts';
import { articleOpinion } from './learning.ts';

/** All that the page shows of an open article, in one answer. */
export const openedArticle = article.extend({
  /** The reasons for its score, as in `GET /api/articles/{article_id}/reasons`; empty until it is scored. */
  reasons: z.array(reason),
  /** The reader's opinion of it; null if there is none, and while the preference `like_saved` is off. */
  opinion: articleOpinion.shape.opinion,
});

export type OpenedArticle = z.infer<typeof openedArticle>;
