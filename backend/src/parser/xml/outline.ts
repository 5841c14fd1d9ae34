import { createNameCount, MAX_ATTRIBUTES_OF_ELEMENT } from '../fields/complexity.ts';

/** The facts that one pass over a document's tags collects before any parser reads it. */
export type Outline = {
  /** Name of the first element in lower case, including the prefix; null if there is none. */
  root: string | null;
  /** Index at which the root's start tag begins. */
  rootAt: number;
  /** Indices at which each `<item>` or `<entry>` begins. */
  itemStarts: number[];
  /** Number of items that end, by an end tag or by a self-closing tag. */
  itemEnds: number;
  /** Number of start tags outside comments and CDATA sections. */
  elements: number;
  /** True if the document could cost a parser more than linear time, or make it count items wrongly. */
  isSuspicious: boolean;
  /**
   * True if the document has too many different names or attributes to fit into memory as a tree; no parser may read
   * it.
   */
  isTooComplex: boolean;
  /** Largest number of attributes on one element. */
  mostAttributes: number;
};

/** Limit on opening angle brackets that start no tag, because some parsers scan to the end of the document for each. */
const MAX_STRAYS = 50;
/**
 * Limit on elements, because more cost a parser too much memory and time; the largest real feed known has a fifth of
 * it.
 */
export const MAX_ELEMENTS = 100_000;
/** Longest unsuspicious tag in UTF-16 units; a longer one has thousands of attributes or an embedded image. */
const MAX_TAG_LENGTH = 100_000;
/** Limit on the depth: deeper than any real feed, but below the nesting that parsers refuse or slow down at. */
export const MAX_DEPTH = 60;

const ITEM = /(?:[\w.-]{1,40}:)?(?:item|entry)(?=[\s/>])/iy;
const NAME = /[A-Za-z_\u00c0-\uffff][\w.:\u00b7-\uffff-]*/y;

/**
 * Checks whether a tag may be an item: its name begins with i, I, e or E, or the document uses prefixes. This cheap
 * check avoids most uses of the expression.
 */
const mayBeItem = (code: number, root: string | null): boolean =>
  code === 105 ||
  code === 73 ||
  code === 101 ||
  code === 69 ||
  (root?.includes(':') === true && root !== 'rdf:rdf');

const matchAt = (pattern: RegExp, text: string, at: number): string | null => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
};

/**
 * Collects the outline of a document in one linear pass. It reads tags as a strict parser would: comments and CDATA
 * sections are skipped whole.
 */
export const outlineOf = (text: string): Outline => {
  const outline: Outline = {
    root: null,
    rootAt: 0,
    itemStarts: [],
    itemEnds: 0,
    elements: 0,
    isSuspicious: false,
    isTooComplex: false,
    mostAttributes: 0,
  };
  const names = createNameCount();
  let strays = 0;
  let depth = 0;
  let close = 0;
  let nextCdata = text.indexOf('<![CDATA[');
  let open = text.indexOf('<');
  while (open !== -1) {
    const code = text.charCodeAt(open + 1);
    let from = open + 1;
    if (code === 33 || code === 63) {
      const isComment = text.startsWith('<!--', open);
      const isCdata = !isComment && text.startsWith('<![CDATA[', open);
      const closer = isComment ? '-->' : isCdata ? ']]>' : '>';
      const end = text.indexOf(closer, from);
      if (end === -1) {
        return { ...outline, isSuspicious: true, isTooComplex: names.isTooMuch() };
      }
      if (!isComment && !isCdata && code === 33 && outline.root !== null) {
        outline.isSuspicious = true;
      }
      if (nextCdata !== -1 && nextCdata <= open) {
        nextCdata = text.indexOf('<![CDATA[', from);
      }
      if ((isComment || isCdata) && nextCdata !== -1 && nextCdata < end) {
        outline.isSuspicious = true;
        nextCdata = text.indexOf('<![CDATA[', end);
      }
      from = end + closer.length;
      open = text.indexOf('<', from);
      continue;
    }
    // Keep the position from one stray bracket to the next; otherwise each would search the rest of the document again.
    close = close < from ? text.indexOf('>', from) : close;
    const next = text.indexOf('<', from);
    if (close === -1) {
      return { ...outline, isSuspicious: true, isTooComplex: names.isTooMuch() };
    }
    if (next !== -1 && next < close) {
      strays += 1;
    }
    if (code === 47) {
      depth -= 1;
      if (mayBeItem(text.charCodeAt(from + 1), outline.root) && matchAt(ITEM, text, from + 1) !== null) {
        outline.itemEnds += 1;
      }
    } else {
      const isClosed = text.charCodeAt(close - 1) === 47;
      const isStray = next !== -1 && next < close;
      if (!isStray) {
        outline.elements += 1;
        outline.mostAttributes = Math.max(outline.mostAttributes, names.tag(text, from, close));
      }
      depth += isClosed ? 0 : 1;
      if (outline.root === null) {
        outline.root = matchAt(NAME, text, from)?.toLowerCase() ?? null;
        outline.rootAt = open;
      }
      if (mayBeItem(code, outline.root) && matchAt(ITEM, text, from) !== null) {
        outline.itemStarts.push(open);
        depth = 1;
        outline.itemEnds += isClosed ? 1 : 0;
      }
      if (outline.root !== null && names.isTooMuch()) {
        return { ...outline, isTooComplex: true };
      }
      if (depth > MAX_DEPTH || close - open > MAX_TAG_LENGTH) {
        outline.isSuspicious = true;
      }
    }
    open = next;
  }
  if (
    strays > MAX_STRAYS ||
    outline.elements > MAX_ELEMENTS ||
    outline.mostAttributes > MAX_ATTRIBUTES_OF_ELEMENT
  ) {
    outline.isSuspicious = true;
  }
  outline.isTooComplex = names.isTooMuch();
  return outline;
};
