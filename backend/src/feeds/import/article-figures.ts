import { z } from 'zod';

const count = z.int().min(0).default(0);

/**
 * How many articles of a file were taken in, and what they are now. A slice that runs again counts the same, because an article
 * counts as starred, tagged or read if it is so afterwards, whether this slice or an earlier one made it so.
 */
export const articleFigures = z.object({
  articles: count,
  starred: count,
  tagged: count,
  read: count,
  /** Read there alone, and not among the reader's articles here. */
  not_here: count,
  no_address: count,
});

export type ArticleFigures = z.infer<typeof articleFigures>;
