import { isInline } from '../fields/text.ts';
import type { TagReader } from '../html/read-tags.ts';
import { createTextDigest } from './simhash.ts';

/** Elements whose text is not shown, or not as the page's text. */
const HIDDEN =
  /^(?:script|style|noscript|template|svg|math|title|iframe|object|select|textarea|audio|video|canvas)$/;
/** Characters of a heading that are read; fewer are kept. */
const MAX_HEADING = 2000;
/** Text is counted in pieces of this length, so that a page's text is never held as a whole. */
const PIECE = 32_768;

type Visible = { word_count: number; content_hash: string; h1: string };

/** Reads the visible text of a page: counts its words, makes its SimHash, and keeps its first `h1` that has a text. */
export const createVisibleTextReader = (): TagReader & { result: () => Visible } => {
  const digest = createTextDigest();
  let waiting = '';
  let hidden = 0;
  let isHeading = false;
  let h1 = '';

  const flush = (length: number): void => {
    digest.add(waiting.slice(0, length));
    waiting = waiting.slice(length);
  };
  const add = (piece: string): void => {
    if (isHeading && h1.length < MAX_HEADING) h1 += piece;
    waiting += piece;
    if (waiting.length < PIECE) return;
    const space = waiting.lastIndexOf(' ');
    // Without a space it is one endless word, or a script that has no spaces.
    flush(space <= 0 ? waiting.length : space);
  };

  return {
    open: (name) => {
      if (HIDDEN.test(name)) hidden += 1;
      if (!isInline(name)) add(' ');
      if (name === 'h1') isHeading = h1.trim() === '';
    },
    close: (name) => {
      if (HIDDEN.test(name)) hidden -= 1;
      if (!isInline(name)) add(' ');
      if (name === 'h1') isHeading = false;
    },
    text: (piece) => {
      if (hidden === 0) add(piece);
    },
    result: () => {
      flush(waiting.length);
      return { ...digest.result(), h1 };
    },
  };
};
