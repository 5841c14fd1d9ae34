import { z } from 'zod';

/** Instants on the wire and in the table: UTC with milliseconds, `2026-01-31T08:00:00.000Z`. */
export const timestamp = z.iso.datetime({ precision: 3 });

/** First 16 hex digits of SHA-256 over the normalised feed URL. */
export const feedId = z.string().regex(/^[0-9a-f]{16}$/, 'a feed_id has 16 hex digits');

/** Decimal string of an integer in [2^60, 2^63): 19 digits. */
export const articleId = z.string().regex(/^[1-9][0-9]{18}$/, 'an article_id has 19 digits');

/** First 12 hex digits of SHA-256 over the reader and the folded keyword text. */
export const keywordId = z.string().regex(/^[0-9a-f]{12}$/, 'a keyword_id has 12 hex digits');

export const jobId = z
  .string()
  .regex(/^[0-9a-z]{8,40}$/, 'a job_id has 8 to 40 digits and lower-case letters');

/** What a reader types or pastes; outbound and discovery judge it further. */
export const webAddress = z.string().trim().min(1).max(2048);

/**
 * Neither white space, nor control or format characters, nor what Unicode says to draw nothing for (5.21), nor the blank
 * Braille pattern.
 */
const visible = /[^\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** For every text that a reader gives to know something by: one could not be seen, found or told from another. */
export const isVisible = (text: string): boolean => visible.test(text);
export const invisibleText = 'must have a character that can be seen';

/** A name of at most `longest` UTF-16 units, without white space around it. */
export const visibleText = (longest: number) =>
  z
    .string()
    .trim()
    .min(1, { error: invisibleText, abort: true })
    .max(longest)
    .refine(isVisible, invisibleText);

export const folderName = visibleText(100);

/** Lists answer with one page; `next_cursor` is null on the last one. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), next_cursor: z.string().nullable(), has_more: z.boolean() });

export type Page<T> = { items: T[]; next_cursor: string | null; has_more: boolean };

/** A short list's only page. */
export const onlyPage = <T>(items: T[]): Page<T> => ({ items, next_cursor: null, has_more: false });
