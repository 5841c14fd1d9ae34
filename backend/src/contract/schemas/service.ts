import { z } from 'zod';
import { timestamp } from './common.ts';

/** The state of the embedding model, and the number of articles that wait for it. */
export const modelState = z.object({
  /**
   * away: it did not answer the last time that this reader's articles or keywords needed it. They are scored by
   * themselves.
   */
  state: z.enum(['ok', 'away']),
  away_since: timestamp.nullable(),
  /** Number of the reader's articles without a score. */
  waiting: z.int().min(0),
});

export const health = z.object({
  status: z.literal('ok'),
  version: z.string(),
  /** The commit that was deployed; null if the deployment did not name it. */
  commit: z.string().nullable(),
  /** True if articles may have a `bookmark_count` here; otherwise it is always null. */
  has_bookmark_counts: z.boolean(),
  /** True if a model summarises and translates articles here. */
  has_text_model: z.boolean(),
});
