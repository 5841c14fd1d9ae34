import { z } from 'zod';

export const health = z.object({
  status: z.literal('ok'),
  version: z.string(),
  /** Whether articles may have a `bookmark_count` here; else it is always null. */
  has_bookmark_counts: z.boolean(),
});
