import { boundariesIn } from '../lib/sentences.ts';
import { shorten } from '../lib/shorten.ts';
import { linesOf } from '../parser/article/lines.ts';
import { parsePage } from '../parser/html/page-tree.ts';

const SENTENCES = 2;
/** UTF-16 units of a lead, where two sentences are longer. */
const LONGEST = 400;

/** Matches a line that says whose picture stands above it. */
const CREDIT =
  /^\W{0,3}(?:image|photo|picture|credit|foto|bild|写真|画像)s?\b.{0,40}[:：©]|^\W{0,3}©|\b(?:getty images|reuters\)?|\/ ?(?:ap|afp))\W{0,3}$/i;

/** Matches a line that is at least one sentence. */
const SENTENCE = /^.{20,}[.!?。！？…][\p{Pe}\p{Pf}"']{0,3}$/u;

/**
 * Returns the first two sentences of an article, at most 400 UTF-16 units: of its prose, without headings, captions, lists and credits
 * of pictures, where there is any. Measured beside choices of sentences by their words in docs/measurements.md.
 */
export const leadOf = (html: string): string => {
  const lines = linesOf(parsePage(html));
  const prose = lines.filter(
    ({ kind, text }) => kind === 'text' && SENTENCE.test(text) && !CREDIT.test(text),
  );
  const text = (prose.length === 0 ? lines : prose)
    .slice(0, SENTENCES)
    .map((line) => line.text)
    .join(' ')
    .slice(0, 4 * LONGEST);
  return shorten(text.slice(0, boundariesIn(text).at(SENTENCES)).trim(), LONGEST);
};
