import { partsOf, readText } from './read-text.ts';

/** Matches no element. */
const NOTHING = ':not(*)';
/** Matches elements that show something without having a text. */
const SHOWN = 'img, picture, video, audio, iframe, svg, hr, table';

/** Returns where the title ends in a text that begins with it, with white space of any length between words; null if it does not. */
const endOfTitle = (text: string, title: string): number | null => {
  const words = title.trim().split(/\s+/);
  let at = 0;
  const skip = (): void => {
    while (at < text.length && (text[at] ?? '').trim() === '') at += 1;
  };
  for (const word of words) {
    skip();
    if (!text.startsWith(word, at)) return null;
    at += word.length;
  }
  const end = at;
  skip();
  // A word that goes on is another word, except after the stop of a Japanese sentence. A text of the title alone stays.
  const isWhole = at > end || /[。！？]$/.test(title);
  return isWhole && at < text.length ? at : null;
};

/**
 * Takes the title out of a text that begins with it: a post without a title has its first sentence as one, and many feeds repeat
 * the title. It stands above the text already.
 */
export const dropTitle = (root: Element, title: string): void => {
  if (title.trim() === '') return;
  const read = readText(root, NOTHING);
  const end = endOfTitle(read.text, title);
  if (end === null) return;
  const parts = partsOf(read, { start: 0, end });
  for (const { node, from, to } of parts) {
    const parent = node.parentElement;
    node.data = node.data.slice(0, from) + node.data.slice(to);
    removeEmpty(parent, root);
  }
};

/** Removes an element that shows nothing any more, and what it alone was in. */
const removeEmpty = (from: Element | null, root: Element): void => {
  let at = from;
  while (at !== null && at !== root && at.textContent?.trim() === '' && at.querySelector(SHOWN) === null) {
    const above: Element | null = at.parentElement;
    at.remove();
    at = above;
  }
};
