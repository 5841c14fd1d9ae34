import { z } from 'zod';
import { keywordId, timestamp } from './common.ts';

/** Greater than 0, at most 10. */
export const keywordWeight = z.number().gt(0).max(10);

export const keywordText = z.string().trim().min(1).max(100);

export const keyword = z.object({
  keyword_id: keywordId,
  text: z.string(),
  weight: keywordWeight,
  is_active: z.boolean(),
  created_at: timestamp,
});

export const newKeyword = z.strictObject({
  text: keywordText,
  weight: keywordWeight.default(1),
  is_active: z.boolean().default(true),
});

export const keywordChanges = z.strictObject({
  weight: keywordWeight.optional(),
  is_active: z.boolean().optional(),
});

export type Keyword = z.infer<typeof keyword>;
export type NewKeyword = z.infer<typeof newKeyword>;
export type KeywordChanges = z.infer<typeof keywordChanges>;
