import { z } from 'zod';
import { articleId, invisibleText, isVisible, keywordId, timestamp } from './common.ts';

/** DynamoDB cannot store a number closer to 0 than 1e-130. */
const SMALLEST_WEIGHT = 1e-100;

/** A keyword's weight: greater than 0, at most 10. */
export const keywordWeight = z
  .number()
  .gt(0, { abort: true })
  .max(10)
  .refine((weight) => weight >= SMALLEST_WEIGHT, 'a weight so close to 0 cannot be kept');

/**
 * A keyword's text. It is normalised before its length is checked: NFKC makes full and half width equal, and white
 * space is collapsed.
 */
export const keywordText = z
  .string()
  .overwrite((text) => text.normalize('NFKC').replaceAll(/\s+/gu, ' ').trim())
  .min(1, { error: invisibleText, abort: true })
  .max(100)
  .refine(isVisible, invisibleText);

export const keyword = z.object({
  keyword_id: keywordId,
  text: z.string(),
  weight: keywordWeight,
  is_active: z.boolean(),
  /** True if the keyword lowers the score of articles similar to it, but never below 0. */
  is_excluding: z.boolean(),
  /**
   * True if the embedding model did not answer when the keyword was added. The keyword counts once the model answers;
   * then the articles are scored again by themselves.
   */
  is_pending: z.boolean(),
  created_at: timestamp,
});

export const newKeyword = z.strictObject({
  text: keywordText,
  weight: keywordWeight.default(1),
  is_active: z.boolean().default(true),
  is_excluding: z.boolean().default(false),
});

export const keywordChanges = z.strictObject({
  weight: keywordWeight.optional(),
  is_active: z.boolean().optional(),
  is_excluding: z.boolean().optional(),
});

export const keywordPreview = newKeyword.omit({ is_active: true });

/** The change that a keyword would make to one of the reader's latest articles. Rank 1 is the top. */
export const previewedArticle = z.object({
  article_id: articleId,
  title: z.string(),
  importance_score: z.number().nullable(),
  new_score: z.number(),
  rank_before: z.int().min(1),
  rank_after: z.int().min(1),
});

/** How much of what the reader read in the last seven days is about each keyword. */
export const keywordShares = z.object({
  since: timestamp,
  /** Number of articles that were read, at most 200. */
  read: z.int().min(0),
  /** The keywords that are in use, the most frequent first: an article can be about several, or none. */
  items: z.array(z.object({ keyword_id: keywordId, articles: z.int().min(0) })),
});

export type KeywordShares = z.infer<typeof keywordShares>;
export type Keyword = z.infer<typeof keyword>;
export type PreviewedArticle = z.infer<typeof previewedArticle>;
export type KeywordChanges = z.infer<typeof keywordChanges>;
