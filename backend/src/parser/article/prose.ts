import { isInline } from '../fields/text.ts';
import type { PageElement } from '../html/page-tree.ts';

/** How much text an element holds, in characters without white space at its ends. */
export type Amounts = {
  text: number;
  /** Of that, text of links. */
  links: number;
  /** Of that, text of lines that read like sentences: long, and mostly not links. */
  prose: number;
};

/** The shortest line that counts as a sentence; scripts without spaces say as much in a third of that. */
const SENTENCE = 60;
const SENTENCE_UNSPACED = 20;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

export const isProse = (line: string, linkLength: number): boolean =>
  line.length >= (UNSPACED.test(line) ? SENTENCE_UNSPACED : SENTENCE) && linkLength * 2 < line.length;

/** Measures every element of a tree, in one pass from the inside to the outside. */
export const amountsIn = (root: PageElement): ReadonlyMap<PageElement, Amounts> => {
  const amounts = new Map<PageElement, Amounts>();
  /** The line that is being read: texts between the borders of blocks. */
  let line = '';
  let lineLinks = 0;
  let prose = 0;
  const endLine = (): void => {
    const shown = line.replace(/\s+/g, ' ').trim();
    if (isProse(shown, lineLinks)) prose += shown.length;
    line = '';
    lineLinks = 0;
  };
  const walk = (element: PageElement, isInLink: boolean): Amounts => {
    const isBlock = !isInline(element.name);
    if (isBlock) endLine();
    const before = prose;
    let text = 0;
    let links = 0;
    const isLink = isInLink || element.name === 'a';
    for (const child of element.children) {
      if (typeof child === 'string') {
        const length = child.trim().length;
        text += length;
        line += child;
        if (isLink) {
          links += length;
          lineLinks += length;
        }
      } else {
        const inner = walk(child, isLink);
        text += inner.text;
        links += inner.links;
      }
    }
    if (isBlock) endLine();
    const own = { text, links, prose: prose - before };
    amounts.set(element, own);
    return own;
  };
  walk(root, false);
  return amounts;
};
