import { plainText } from '../../parser/fields/text.ts';
import { shortenToBytes } from '../../lib/shorten.ts';

/** The longest title that is made of a text, in bytes of UTF-8: 30 English words, 65 Japanese characters. */
const TITLE_BYTES = 200;
/** A beginning with fewer bytes, such as "Hello.", takes the next sentence too. */
const SHORT_BYTES = 16;
/** The characters of a text in which its first line is looked for. */
const LOOKED_AT = 4000;

const sentences = new Intl.Segmenter('und', { granularity: 'sentence' });

/** The end of a line of a post: a break or the end of a paragraph, and in a text without tags the end of a line. */
const lineEnd = (html: string): RegExp =>
  html.includes('<') ? /<br\b[^<>]*>|<\/(?:p|div|li|h[1-6]|blockquote)>/i : /[\r\n]+/;

const firstLine = (html: string): string => {
  const lines = html.slice(0, LOOKED_AT).split(lineEnd(html));
  return lines.map(plainText).find((line) => line !== '') ?? '';
};

/** Returns the first sentence of a line, with the following ones while it is short. */
const firstSentence = (line: string): string => {
  let title = '';
  for (const { segment } of sentences.segment(line.slice(0, 2 * TITLE_BYTES))) {
    if (Buffer.byteLength(title) >= SHORT_BYTES || Buffer.byteLength(title + segment) > TITLE_BYTES) break;
    title += segment;
  }
  return title === '' ? line : title.trimEnd();
};

/**
 * Returns the title of a text that has none, such as a post on Mastodon or Bluesky: the first sentence of its first line, at
 * most 200 bytes in UTF-8. The argument is HTML or plain text; the title of an empty text is empty.
 */
export const titleOfText = (html: string): string => {
  const text = plainText(html);
  const line = firstLine(html);
  // A line that is cut within a tag is no beginning of the text.
  return shortenToBytes(firstSentence(text.startsWith(line) ? line : text), TITLE_BYTES);
};

/** Returns a text without the title that was made of it, so that a row does not show the same words twice. */
export const afterTitle = (text: string, title: string): string => {
  const isCut = title.endsWith('…') && !text.startsWith(title);
  const shown = isCut ? title.slice(0, -1) : title;
  if (!text.startsWith(shown)) return text;
  const rest = text.slice(shown.length).trimStart();
  return isCut ? `…${rest}` : rest;
};

const WORDS_A_MINUTE = 265;
const CHARACTERS_A_MINUTE = 500;

/** A character of Chinese, Japanese or Korean. The long vowel mark of Japanese belongs to no script of its own. */
const CHARACTER = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー]/gu;
const RUN = /\S+/gu;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/**
 * Returns the minutes that a plain text takes to read: the characters of Chinese, Japanese and Korean at 500 a minute
 * plus the words of other scripts at 265, rounded up. Words are what spaces separate, so scripts without spaces, such
 * as Thai, count too few. Returns null if the text has neither words nor such characters.
 */
export const readingMinutes = (text: string): number | null => {
  // NFKC makes one code point of half-width kana with its mark, and of a Hangul syllable that is written as its letters.
  const composed = text.normalize('NFKC');
  const characters = composed.match(CHARACTER)?.length ?? 0;
  const spaced = characters === 0 ? composed : composed.replaceAll(CHARACTER, ' ');
  const words = (spaced.match(RUN) ?? []).filter((run) => LETTER_OR_DIGIT.test(run)).length;
  // One fraction instead of a sum of two, because 133 / 265 + 249 / 500 would carry an error of rounding.
  const share = words * CHARACTERS_A_MINUTE + characters * WORDS_A_MINUTE;
  return share === 0 ? null : Math.ceil(share / (WORDS_A_MINUTE * CHARACTERS_A_MINUTE));
};
