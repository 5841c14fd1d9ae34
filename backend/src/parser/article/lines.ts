import { isInline } from '../fields/text.ts';
import { rawText, type PageElement, type PageNode, parsePage } from '../html/page-tree.ts';
import { isProse } from './find-article.ts';

/** A line of an article: neighbouring texts and inline elements of one block. */
export type Line = {
  /** The block, and the first and last of its children that make the line. */
  owner: PageElement;
  from: number;
  to: number;
  text: string;
  /** The share of the text that is links, 0 to 1. */
  linked: number;
  kind: 'heading' | 'item' | 'caption' | 'cell' | 'text';
  /** True if it reads like a sentence. */
  isProse: boolean;
  /** The innermost list around the line. */
  list: PageElement | null;
};

const linkLength = (node: PageNode, isInLink = false): number => {
  if (typeof node === 'string') return isInLink ? node.trim().length : 0;
  const isLink = isInLink || node.name === 'a';
  return node.children.reduce((sum, child) => sum + linkLength(child, isLink), 0);
};

const holdsBlock = (node: PageNode): boolean =>
  typeof node !== 'string' &&
  ((!isInline(node.name) && node.name !== 'img') || node.children.some(holdsBlock));

const isBlock = (node: PageNode): node is PageElement => holdsBlock(node);

type Around = { kind: Line['kind']; list: PageElement | null };

const aroundIn = (element: PageElement, around: Around): Around => {
  if (around.kind === 'caption' || element.name === 'figcaption') return { ...around, kind: 'caption' };
  if (/^h[1-6]$/.test(element.name)) return around.kind === 'item' ? around : { ...around, kind: 'heading' };
  if (/^(?:ul|ol|dl)$/.test(element.name)) return { kind: 'item', list: element };
  if (/^(?:td|th)$/.test(element.name)) return { kind: 'cell', list: null };
  return around;
};

/** Returns the lines of a tree that have text, in document order. */
export const linesOf = (root: PageElement): Line[] => {
  const lines: Line[] = [];
  const walk = (owner: PageElement, around: Around): void => {
    let from = 0;
    const endLine = (end: number): void => {
      const nodes = owner.children.slice(from, end);
      const text = nodes.map(rawText).join('').replace(/\s+/g, ' ').trim();
      const links = nodes.reduce((sum, node) => sum + linkLength(node), 0);
      if (text !== '')
        lines.push({
          owner,
          from,
          to: end - 1,
          text,
          linked: Math.min(1, links / text.length),
          ...around,
          isProse: isProse(text, links),
        });
      from = end;
    };
    owner.children.forEach((child, index) => {
      if (!isBlock(child)) return;
      endLine(index);
      walk(child, aroundIn(child, around));
      from = index + 1;
    });
    endLine(owner.children.length);
  };
  walk(root, { kind: 'text', list: null });
  return lines;
};

/** Returns a copy of a tree without the given lines. */
export const withoutLines = (root: PageElement, dropped: ReadonlySet<Line>): PageElement => {
  const byOwner = Map.groupBy(dropped, ({ owner }) => owner);
  const copy = (element: PageElement): PageElement => {
    const gone = byOwner.get(element) ?? [];
    return {
      ...element,
      children: element.children.flatMap((child, index) => {
        if (gone.some(({ from, to }) => index >= from && index <= to)) return [];
        return [typeof child === 'string' ? child : copy(child)];
      }),
    };
  };
  return copy(root);
};

/** Returns the text of an article's HTML, one line for each block, without the captions of pictures. */
export const articleText = (html: string): string =>
  linesOf(parsePage(html))
    .filter(({ kind }) => kind !== 'caption')
    .map(({ text }) => text)
    .join('\n');
