import { z } from 'zod';
import { instant } from './common.ts';
import { ownTag } from './tags.ts';

/** The most articles of one call. */
export const BROUGHT_AT_ONCE = 25;

/** An article that its reader had saved or labelled in another reader, with the text that the other one kept. */
const broughtArticle = z.strictObject({
  url: z.string().trim().min(1).max(2000),
  title: z.string().max(2000).nullable().default(null),
  /** HTML. It is sanitised as a feed's is. */
  content: z.string().max(900_000).default(''),
  author: z.string().max(300).nullable().default(null),
  published_at: instant.nullable().default(null),
  /** When it was saved or labelled there; null if that is not known. */
  saved_at: instant.nullable().default(null),
  /** False if it was labelled alone. */
  is_saved: z.boolean().default(true),
  tags: z.array(ownTag).max(20).default([]),
});

export const broughtArticles = z.strictObject({
  items: z.array(broughtArticle).min(1).max(BROUGHT_AT_ONCE),
});

export type BroughtArticle = z.infer<typeof broughtArticle>;
