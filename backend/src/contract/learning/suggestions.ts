import { z } from 'zod';
import { keywordId } from '../schemas/common.ts';

/** A word or phrase that is frequent in what the reader reads and rare in general. */
const keywordSuggestion = z.object({
  text: z.string(),
  /** The place where it was found: titles saved or liked, names of folders, or titles of the list. */
  source: z.enum(['liked', 'folder', 'listed']),
  /** Number of titles, or folders, that have it. */
  count: z.int().min(1),
  /** At most two of them. */
  titles: z.array(z.string()),
});

export const keywordAdvice = z.object({
  /** The most telling first, at most 12, and none that the reader has already. */
  items: z.array(keywordSuggestion),
  /** Pairs of keywords that are the same: the one to keep has the larger weight. */
  same: z.array(
    z.object({
      keep_id: keywordId,
      drop_id: keywordId,
      /** True if they are variants of one word, such as singular and plural; false if they mean nearly the same. */
      is_variant: z.boolean(),
    }),
  ),
  /** Keywords that match more than a quarter of a sample of 200 articles, with the share from 0 to 1. */
  broad: z.array(z.object({ keyword_id: keywordId, share: z.number().min(0).max(1) })),
});

export type KeywordAdvice = z.infer<typeof keywordAdvice>;
export type KeywordSuggestion = z.infer<typeof keywordSuggestion>;
