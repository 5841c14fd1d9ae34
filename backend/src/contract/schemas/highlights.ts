import { z } from 'zod';
import { articleId, invisibleText, isVisible, timestamp } from './common.ts';

/** The most highlights of one article. */
export const HIGHLIGHTS_PER_ARTICLE = 100;
/** The most characters, in UTF-16 units, of a marked passage, and of a note. */
export const HIGHLIGHT_CHARACTERS = 2000;
/** The most characters before and after a passage that are kept with it. */
export const AROUND_CHARACTERS = 32;

const highlightColour = z.enum(['yellow', 'green', 'blue', 'pink']);

/** Chosen by the client, so that a repeated request makes no second highlight. */
export const highlightId = z
  .string()
  .regex(/^[0-9a-z]{8,40}$/, 'a highlight_id has 8 to 40 digits and lower-case letters');

/** By what a passage is found again in a text that was corrected. */
const highlightAnchor = z.strictObject({
  quote: z.string().max(HIGHLIGHT_CHARACTERS).refine(isVisible, invisibleText),
  /** The characters before and after the passage; fewer at the ends of the text. */
  prefix: z.string().max(AROUND_CHARACTERS),
  suffix: z.string().max(AROUND_CHARACTERS),
  /** The number of characters of the text before the passage. */
  start: z.int().min(0),
  /**
   * How many characters around another place with the same quote were as those around the passage, at most; 0 if only the prefix
   * or the suffix stood elsewhere, too; -1 if nothing of this did.
   */
  rival: z
    .int()
    .min(-1)
    .max(2 * AROUND_CHARACTERS),
});

/** A highlight as a client sends it, which replaces an earlier one of the same id. */
export const newHighlight = highlightAnchor.extend({
  colour: highlightColour,
  /** Plain text; empty if there is none. */
  note: z.string().max(HIGHLIGHT_CHARACTERS).trim().default(''),
  made_at: timestamp,
});

/** A marked passage of an article, with what names the article, because the highlight outlives it. */
export const highlight = z.object({
  ...newHighlight.shape,
  highlight_id: highlightId,
  article_id: articleId,
  title: z.string(),
  link: z.string().nullable(),
  feed_title: z.string(),
});

export const highlightQuery = z.strictObject({ cursor: z.string().max(200).optional() });

export type HighlightAnchor = z.infer<typeof highlightAnchor>;
export type NewHighlight = z.infer<typeof newHighlight>;
export type Highlight = z.infer<typeof highlight>;
