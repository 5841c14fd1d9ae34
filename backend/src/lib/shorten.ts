/** Shortens a text to at most `length` UTF-16 units, with an ellipsis at the end if something was cut. */
export const shorten = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`;

const ELLIPSIS = '…';
const ELLIPSIS_BYTES = Buffer.byteLength(ELLIPSIS);
// Words of languages that write no spaces, such as Japanese, are found by a dictionary.
const words = new Intl.Segmenter('und', { granularity: 'word' });
const letters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Returns the end of the last segment that ends within `bytes` bytes of UTF-8, as an index; 0 if there is none. */
const lastEnd = (text: string, bytes: number, segmenter: Intl.Segmenter): number => {
  let end = 0;
  let size = 0;
  for (const { index, segment } of segmenter.segment(text)) {
    size += Buffer.byteLength(segment);
    if (size > bytes) break;
    end = index + segment.length;
  }
  return end;
};

/**
 * Shortens a text to at most `bytes` bytes in UTF-8 (4 or more), with an ellipsis at the end if something was cut. It is
 * cut after a word; within one only if the word alone takes half of the room, as a long address does. No letter loses
 * its accents.
 */
export const shortenToBytes = (text: string, bytes: number): string => {
  if (Buffer.byteLength(text) <= bytes) return text;
  const room = bytes - ELLIPSIS_BYTES;
  // One character more than could fit, so that a word which ends exactly at the limit is told from a longer one.
  const beginning = text.slice(0, room + 1).toWellFormed();
  const afterWord = beginning.slice(0, lastEnd(beginning, room, words)).trimEnd();
  const cut =
    Buffer.byteLength(afterWord) * 2 >= room
      ? afterWord
      : beginning.slice(0, lastEnd(beginning, room, letters)).trimEnd();
  return `${cut}${ELLIPSIS}`;
};
