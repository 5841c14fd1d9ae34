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
