import { z } from 'zod';
import { exportedSignal } from '../learning/learning.ts';
import { newRule } from '../rules/rules.ts';
import { articleId, timestamp } from '../schemas/common.ts';
import { newKeyword } from '../schemas/keywords.ts';
import { articleTags, ownTag, TAGS_PER_READER } from '../schemas/tags.ts';

/** The version of the file. It is raised when a part is added or changes its meaning. */
export const TASTE_VERSION = 1;
/** The most saved and tagged articles in a file, the newest. */
export const TASTE_ARTICLES = 1000;
/** The most signals in a file: as many as are learned from. */
const TASTE_SIGNALS = 200;

/**
 * The keywords, rules, tags and marks of a reader, as a file to take elsewhere. It names articles and feeds by their ids,
 * which come from their addresses and are the same everywhere. Parts that are missing are empty.
 */
export const taste = z.strictObject({
  format: z.literal('omomi-taste'),
  version: z.literal(TASTE_VERSION),
  exported_at: timestamp,
  keywords: z
    .array(z.object({ ...newKeyword.shape }))
    .max(1000)
    .default([]),
  /** In the order in which they are asked. */
  rules: z
    .array(z.object({ ...newRule.shape }))
    .max(1000)
    .default([]),
  /** The names of tags of the reader’s own. */
  tags: z.array(ownTag).max(TAGS_PER_READER).default([]),
  /** The reader's opinions and marks of the newest 200 articles, from which Omomi learns. */
  signals: z.array(exportedSignal).max(TASTE_SIGNALS).default([]),
  /** Articles that the reader saved or tagged, the last 1,000. */
  articles: z
    .array(
      z.object({
        article_id: articleId,
        title: z.string(),
        link: z.string().nullable(),
        is_saved: z.boolean(),
        /** The time when it was saved, or tagged if it is not saved; null if that is not known. */
        saved_at: timestamp.nullable().default(null),
        tags: articleTags.shape.tags,
      }),
    )
    .max(TASTE_ARTICLES)
    .default([]),
});

/** How many of one kind were added, were there already, and could not be added. */
const taken = z.object({ added: z.int().min(0), known: z.int().min(0), left_out: z.int().min(0) });

export const takenTaste = z.object({
  keywords: taken,
  rules: taken,
  tags: taken,
  /** Left out where the reader does not let Omomi learn. */
  signals: taken,
  /** Left out where the article is not among the reader's. */
  articles: taken,
});

export type Taste = z.infer<typeof taste>;
export type TakenTaste = z.infer<typeof takenTaste>;
export type Taken = z.infer<typeof taken>;
