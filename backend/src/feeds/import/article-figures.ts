import { z } from 'zod';

const count = z.int().min(0).default(0);

/**
 * What became of the articles of a file. They are counted by how they are afterwards, so a slice that is done again counts
 * the same.
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

export const addFigures = (a: ArticleFigures, b: ArticleFigures): ArticleFigures => ({
  articles: a.articles + b.articles,
  starred: a.starred + b.starred,
  tagged: a.tagged + b.tagged,
  read: a.read + b.read,
  not_here: a.not_here + b.not_here,
  no_address: a.no_address + b.no_address,
});
