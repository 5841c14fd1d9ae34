import { z } from 'zod';
import { articleId, keywordId } from './common.ts';

/** The `keyword_id` of each part of a score that is no keyword. */
export const partIds = {
  /** The part that was learned from the articles that the reader liked: a summand, as a keyword is. */
  liked: '000000000000',
  /** A factor: how often the feed publishes, and how much of it the reader wants. */
  source: '000000000001',
  /** A factor that is computed when a score is shown, never stored: the age of the article. */
  freshness: '000000000002',
  /** A factor: the reader's rules. */
  rule: '000000000003',
  /** The keywords to which the article is related, but not surely enough to name each as a reason: their sum. */
  weak: '000000000004',
} as const;

const reasonKind = z.enum(['keyword', 'weak', 'learned', 'source', 'rule', 'freshness']);

/** The words of an article that made a reason. */
export const passage = z.object({
  field: z.enum(['title', 'text']),
  text: z.string(),
  /** The marked words: start and end in UTF-16 units of `text`, in ascending order. They do not overlap. */
  marks: z.array(z.tuple([z.int().min(0), z.int().min(0)])),
});

/** Articles that explain what was learned. */
const alike = z.object({
  /** Number of articles that are about as like as the nearest one. */
  count: z.int().min(0),
  /** The nearest ones, at most 3. */
  articles: z.array(z.object({ article_id: articleId, title: z.string() })),
});

export const topReason = z.object({
  /** The keyword, or one of `partIds`. */
  keyword_id: keywordId,
  /**
   * The keyword; of the weak part the one that adds most of it, empty if it is not known; otherwise the part of the score in English.
   */
  keyword_text: z.string(),
  kind: reasonKind,
  contribution: z.number(),
});

/**
 * A reason for a score. The contributions of all reasons sum to the score. Of a keyword and of what was learned, it is
 * weight x similarity_score; a keyword is a reason of its own only if it is surely what the article is about, and the others are one
 * reason together, `weak`, with their sum as the weight and a similarity_score of 1; if their sum would be negative, the negative contributions are reduced until the sum is 0.
 * A source, a rule and freshness are factors, in this order: `weight` is the factor, which multiplies what comes before
 * it, so that the contribution is (weight - 1) x the sum before it.
 */
export const reason = topReason.extend({
  /** Negative for an excluding keyword; of a factor 0 or greater. */
  weight: z.number(),
  /** In [0, 1]; 0 for a text unrelated to the keyword, or related to it only weakly. 1 for a factor and the weak part. */
  similarity_score: z.number(),
  /** The words that made the reason; null if there are none to point at. */
  passage: passage.nullable(),
  /** Of what was learned: the articles the reader liked, or disliked, that are the most like this one. */
  alike: alike.nullable(),
  /** Of the weak part: the keywords that have most of it, at most 3, the strongest first. Null for every other reason. */
  keyword_texts: z.array(z.string()).nullable(),
});

export type Reason = z.infer<typeof reason>;
export type ReasonKind = z.infer<typeof reasonKind>;
export type TopReason = z.infer<typeof topReason>;
