import { z } from 'zod';
import { articleId, invisibleText, isVisible, keywordId, timestamp } from './common.ts';

/** Stands among the reasons for the articles the reader saved, where a keyword has its id. */
export const likedKeywordId = '000000000000';

/** DynamoDB keeps no number that is closer to 0 than 1e-130. */
const SMALLEST_WEIGHT = 1e-100;

/** Greater than 0, at most 10. */
export const keywordWeight = z
  .number()
  .gt(0, { abort: true })
  .max(10)
  .refine((weight) => weight >= SMALLEST_WEIGHT, 'a weight so close to 0 cannot be kept');

/** Folded before it is measured: NFKC, so that full and half width are one, and white space evened out. */
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
  /** Lowers the score of the articles that resemble it, to no less than 0. */
  is_excluding: z.boolean(),
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

/** How one of the reader's last articles would move with a keyword. Rank 1 is the top. */
export const previewedArticle = z.object({
  article_id: articleId,
  title: z.string(),
  importance_score: z.number().nullable(),
  new_score: z.number(),
  rank_before: z.int().min(1),
  rank_after: z.int().min(1),
});

export type Keyword = z.infer<typeof keyword>;
export type NewKeyword = z.infer<typeof newKeyword>;
export type KeywordPreview = z.infer<typeof keywordPreview>;
export type PreviewedArticle = z.infer<typeof previewedArticle>;
export type KeywordChanges = z.infer<typeof keywordChanges>;
