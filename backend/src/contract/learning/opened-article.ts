import { z } from 'zod';
import { article, storyArticle } from '../schemas/articles.ts';
import { timestamp } from '../schemas/common.ts';
import { reason } from '../schemas/reasons.ts';
import { articleOpinion } from './learning.ts';

/** All that the page shows of an open article, in one answer. */
export const openedArticle = article.extend({
  /** The reasons for its score, as in `GET /api/articles/{article_id}/reasons`; empty until it is scored. */
  reasons: z.array(reason),
  /** The reader's opinion of it; null if there is none, and while the preference `learns` is off. */
  opinion: articleOpinion.shape.opinion,
  /** The reader's newest article of the story that this one continues; null if there is none. */
  earlier: storyArticle.extend({ published_at: timestamp }).nullable(),
});

/** The most articles of one answer. */
export const OPENED_AT_ONCE = 5;

export const openedQuery = z.strictObject({
  /** One to five ids, with commas between them. */
  article_ids: z
    .string()
    .regex(/^[1-9][0-9]{18}(?:,[1-9][0-9]{18}){0,4}$/, 'article_ids are one to five ids'),
});

export type OpenedArticle = z.infer<typeof openedArticle>;
