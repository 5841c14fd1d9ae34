import { Parser } from 'htmlparser2';

/** Limit on the elements read of a page; the largest front pages known have 15,000. */
const MAX_ELEMENTS = 40_000;
/** Limit on the attributes read, because a parser keeps all attributes of a tag until the tag ends. */
const MAX_ATTRIBUTES = 200_000;
/** Depth at which reading ends: a parser's work on an end tag grows with the depth. Real pages have less than 100. */
const MAX_DEPTH = 400;
const CHUNK_LENGTH = 16_384;

/** An element of a page. */
export type HtmlNode = {
  tag: string;
  attributes: Readonly<Record<string, string>>;
  /** The classes in the order of the page. */
  classes: readonly string[];
  parent: HtmlNode | null;
  children: (HtmlNode | string)[];
  /** The number of elements that begin before this one. */
  index: number;
};

/** Elements whose text a reader does not see. */
const HIDDEN = /^(?:script|style|noscript|template|iframe|object|svg|math|select|textarea)$/;

const newNode = (
  tag: string,
  attributes: Readonly<Record<string, string>>,
  parent: HtmlNode | null,
  index: number,
): HtmlNode => ({
  tag,
  attributes,
  classes: (attributes['class'] ?? '').slice(0, 2000).split(/\s+/).filter(Boolean),
  parent,
  children: [],
  index,
});

/**
 * Returns the elements of a page as a tree, under a root that is no element. Hidden elements have no children, but a
 * script of JSON-LD has its text. Reads at most 40,000 elements, 400 deep, in linear time; never throws.
 */
export const htmlTree = (html: string): HtmlNode => {
  const root = newNode('', {}, null, -1);
  let open = root;
  let depth = 0;
  let elements = 0;
  let attributeCount = 0;
  const isFull = (): boolean =>
    elements >= MAX_ELEMENTS || attributeCount >= MAX_ATTRIBUTES || depth >= MAX_DEPTH;
  const parser = new Parser({
    onattribute: () => {
      attributeCount += 1;
    },
    onopentag: (tag, attributes) => {
      const node = newNode(tag, attributes, open, elements);
      elements += 1;
      depth += 1;
      if (elements <= MAX_ELEMENTS && depth <= MAX_DEPTH && !isHidden(open)) open.children.push(node);
      open = node;
    },
    onclosetag: () => {
      depth -= 1;
      open = open.parent ?? root;
    },
    ontext: (text) => {
      if (!isHidden(open) || isJsonLd(open)) open.children.push(text);
    },
  });
  for (let start = 0; start < html.length && !isFull(); start += CHUNK_LENGTH)
    parser.write(html.slice(start, start + CHUNK_LENGTH));
  return root;
};

const isJsonLd = ({ tag, attributes }: HtmlNode): boolean =>
  tag === 'script' && (attributes['type'] ?? '').trim().toLowerCase() === 'application/ld+json';

const isHidden = ({ tag }: HtmlNode): boolean => HIDDEN.test(tag);

/** Calls `visit` for every element below a node in the order of the page; not below one for which it returns false. */
export const walk = (node: HtmlNode, visit: (node: HtmlNode) => boolean | void): void => {
  for (const child of node.children)
    if (typeof child !== 'string' && visit(child) !== false) walk(child, visit);
};

/** Returns the elements below a node for which the test holds, in the order of the page. */
export const findAll = (node: HtmlNode, test: (node: HtmlNode) => boolean): HtmlNode[] => {
  const found: HtmlNode[] = [];
  walk(node, (one) => {
    if (test(one)) found.push(one);
  });
  return found;
};

/** Returns the first element below a node for which the test holds; null if there is none. */
export const findFirst = (node: HtmlNode, test: (node: HtmlNode) => boolean): HtmlNode | null => {
  for (const child of node.children) {
    if (typeof child === 'string') continue;
    const found = test(child) ? child : findFirst(child, test);
    if (found !== null) return found;
  }
  return null;
};

/** Returns the ancestors of an element, the nearest first, without the root. */
export const ancestors = (node: HtmlNode): HtmlNode[] => {
  const all: HtmlNode[] = [];
  for (let at = node.parent; at !== null && at.parent !== null; at = at.parent) all.push(at);
  return all;
};

const INLINE =
  /^(?:a|abbr|b|bdi|bdo|big|cite|code|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr|ruby|rb)$/;

export const isInline = ({ tag }: HtmlNode): boolean => INLINE.test(tag);

/** Limit on the text taken of one element, in UTF-16 units, so that nested elements cost no more than their number. */
const MAX_TEXT = 3000;

/** Limit on the text read of one piece of it, with the white space in which pages indent their elements. */
const MAX_SPACED = 4 * MAX_TEXT;

const gather = (
  node: HtmlNode,
  isSkipped: (node: HtmlNode) => boolean,
  parts: string[],
  taken = 0,
): number => {
  let length = taken;
  for (const child of node.children) {
    if (length >= MAX_TEXT) return length;
    if (typeof child === 'string') {
      const text = child.slice(0, MAX_SPACED).replace(/\s+/g, ' ');
      parts.push(text);
      length += text.length;
    } else if (!isSkipped(child) && child.tag !== 'script' && !/^r[tp]$/.test(child.tag)) {
      const space = isInline(child) ? '' : ' ';
      parts.push(space);
      length = gather(child, isSkipped, parts, length);
      parts.push(space);
    }
  }
  return length;
};

const none = (): boolean => false;

/**
 * Returns the beginning of the visible text of an element in one line, at most 3,000 characters, without the elements
 * for which `isSkipped` holds.
 */
export const textOf = (node: HtmlNode, isSkipped: (node: HtmlNode) => boolean = none): string => {
  const parts: string[] = [];
  gather(node, isSkipped, parts);
  return parts
    .join('')
    .slice(0, MAX_TEXT)
    .replace(/[\s\u200b]+/g, ' ')
    .trim();
};
