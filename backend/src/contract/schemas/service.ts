import { z } from 'zod';

export const health = z.object({
  status: z.literal('ok'),
  version: z.string(),
  /** True if articles may have a `bookmark_count` here; otherwise it is always null. */
  has_bookmark_counts: z.boolean(),
});
