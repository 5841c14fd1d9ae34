import { z } from 'zod';
import { articleId, timestamp } from '../schemas/common.ts';

const opinion = z.enum(['up', 'down']);

/** A reader's opinion of an article; null for none. */
export const articleOpinion = z.object({ opinion: opinion.nullable() });

export const opinionChoice = articleOpinion.strict();

/** Articles that were shown in a list and not opened, while one below them was. */
export const passedArticles = z.strictObject({ article_ids: z.array(articleId).min(1).max(200) });

/** The state of learning from a reader, and the number of signals of each kind. */
export const learned = z.object({
  /** True if the reader lets Omomi learn (the preference `learns`). */
  is_on: z.boolean(),
  /**
   * Number of articles for each kind of signal, of the newest 200 at most; an article may have several. `opened` are those
   * about which nothing else was said, when it was last learned.
   */
  up: z.int().min(0),
  down: z.int().min(0),
  saved: z.int().min(0),
  read_through: z.int().min(0),
  opened: z.int().min(0),
  passed: z.int().min(0),
  /** The time when it was last learned; null if never. */
  learned_at: timestamp.nullable(),
  /** True if scores have a part that was learned. It takes an article liked, disliked, saved or read to its end, and five others. */
  is_in_use: z.boolean(),
  /** True if something was told that was not learned from yet. New articles are scored with it after five minutes. */
  is_due: z.boolean(),
});

/** The signals that a reader gave about an article, as the export lists them. */
export const exportedSignal = z.object({
  article_id: articleId,
  title: z.string(),
  opinion: opinion.nullable(),
  is_saved: z.boolean(),
  is_read_through: z.boolean(),
  noted_at: timestamp,
});

export type ArticleOpinion = z.infer<typeof articleOpinion>;
export type Learned = z.infer<typeof learned>;
