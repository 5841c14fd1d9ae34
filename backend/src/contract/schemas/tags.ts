import { z } from 'zod';
import { visibleText } from './common.ts';
import { nameInPath } from './folders.ts';

/** The most tags that a reader has. */
export const TAGS_PER_READER = 200;
/** The most tags of one article. */
const TAGS_PER_ARTICLE = 8;
/** The most bytes that the tags of one article have together in UTF-8, since each row of a list carries them. */
export const TAG_BYTES = 128;
/** The most articles that one call renames or deletes a tag of. */
export const TAGGED_AT_ONCE = 200;

const bytesIn = (text: string): number => new TextEncoder().encode(text).length;

/** The name of a tag of the reader’s own, in the composed form of Unicode. */
export const ownTag = visibleText(24).overwrite((text) => text.normalize('NFC').replaceAll(/\s+/gu, ' '));

export const tagInPath = nameInPath;

const isSmall = (tags: readonly string[]): boolean =>
  tags.reduce((sum, tag) => sum + bytesIn(tag), 0) <= TAG_BYTES;

/** All tags that an article has from then on. */
export const articleTags = z.strictObject({
  tags: z
    .array(ownTag)
    .max(TAGS_PER_ARTICLE)
    .refine(isSmall, `the tags of an article have at most ${TAG_BYTES} bytes together`),
});

export const tag = z.object({
  name: z.string(),
  /** Number of the articles that have it and stay, because the reader tagged or saved them. */
  article_count: z.int().min(0),
});

export const renamedTag = z.strictObject({ name: ownTag });

/** How far a change of all articles of a tag came. */
export const changedTag = z.object({
  /** Number of the articles that this call changed, at most 200. */
  changed: z.int().min(0),
  /** True if none is left. */
  is_done: z.boolean(),
});
