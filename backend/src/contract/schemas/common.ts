import { z } from 'zod';

/** The format of times on the wire and in the table: UTC with milliseconds, `2026-01-31T08:00:00.000Z`. */
export const timestamp = z.iso.datetime({ precision: 3 });

/** Date, hours and minutes, seconds, their fraction, and the offset. In a query, `+` may have become a space. */
const written = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?:Z|([ +-]\d\d)(?::?(\d\d))?)$/iu;

/** Returns an instant of ISO 8601 as `timestamp` has it; other text as it is. */
const inUtc = (text: string): string => {
  const match = written.exec(text);
  if (match === null) return text;
  const [, minute = '', second = '00', fraction = '', hours, minutes = '00'] = match;
  const offset = hours === undefined ? 'Z' : `${hours.replace(' ', '+')}:${minutes}`;
  const whole = `${minute.toUpperCase()}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}${offset}`;
  // Only what the calendar has: a date such as 30 February would become another one.
  if (z.iso.datetime({ offset: true }).safeParse(whole).data === undefined) return text;
  return new Date(whole).toISOString();
};

/** An instant that a client sends, in any form of ISO 8601 with a date, a time and `Z` or an offset; it is answered as `timestamp`. */
export const instant = z
  .string()
  .overwrite(inUtc)
  .refine(
    (text) => timestamp.safeParse(text).data !== undefined,
    'must be a time with its offset, such as 2026-01-31T08:00:00Z',
  );

/** The first 16 hex digits of SHA-256 over the normalised feed URL. */
export const feedId = z.string().regex(/^[0-9a-f]{16}$/, 'a feed_id has 16 hex digits');

/** A decimal string of an integer in [2^60, 2^63): 19 digits. */
export const articleId = z.string().regex(/^[1-9][0-9]{18}$/, 'an article_id has 19 digits');

/** The first 12 hex digits of SHA-256 over the reader and the folded keyword text. */
export const keywordId = z.string().regex(/^[0-9a-f]{12}$/, 'a keyword_id has 12 hex digits');

export const jobId = z
  .string()
  .regex(/^[0-9a-z]{8,40}$/, 'a job_id has 8 to 40 digits and lower-case letters');

/** An address as a reader types or pastes it; outbound and discovery check it further. */
export const webAddress = z.string().trim().min(1).max(2048);

/**
 * Matches a visible character: not white space, not a control or format character, not one that Unicode (5.21) defines
 * as displaying nothing, and not the blank Braille pattern.
 */
const visible = /[^\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Returns true if a text has a visible character. Every name that a reader chooses must have one; the reader could not
 * see, find or distinguish it otherwise.
 */
export const isVisible = (text: string): boolean => visible.test(text);
export const invisibleText = 'must have a character that can be seen';

/** Returns the schema of a name of at most `longest` UTF-16 units, trimmed. */
export const visibleText = (longest: number) =>
  z
    .string()
    .trim()
    .min(1, { error: invisibleText, abort: true })
    .max(longest)
    .refine(isVisible, invisibleText);

export const folderName = visibleText(100);

/** The place of a feed within its folder, or of a folder, among those of the reader: smaller ones come first. */
export const position = z.int().min(-1_000_000_000).max(1_000_000_000);

/** Returns the schema of one page of a list; `next_cursor` is null on the last page. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), next_cursor: z.string().nullable(), has_more: z.boolean() });

export type Page<T> = { items: T[]; next_cursor: string | null; has_more: boolean };

/** Returns a short list as its only page. */
export const onlyPage = <T>(items: T[]): Page<T> => ({ items, next_cursor: null, has_more: false });
