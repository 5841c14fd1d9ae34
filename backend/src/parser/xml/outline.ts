import { createNameCount, MAX_ATTRIBUTES_OF_ELEMENT } from '../fields/limits.ts';

/** Elements that hold only text; an unclosed one must not swallow the feed elements after it. */
const SHORT_LEAVES =
  /^(?:title|link|guid|pubdate|id|updated|published|issued|modified|created|category|comments|generator|language|copyright|ttl|docs|managingeditor|webmaster|lastbuilddate|rights|subtitle|tagline|name|uri|email|url|width|height|dc:[\w-]+)$/;
const LONG_LEAVES = /^(?:description|summary|content|content:encoded)$/;

/** Feed elements that do not exist in HTML. If one appears within a long text, the end tag of that text is missing. */
const FEED_ONLY =
  /^(?:pubdate|guid|enclosure|comments|category|description|author|contributor|published|updated|issued|modified|(?:dc|content|media|itunes|wfw|slash|feedburner):[\w-]+)$/;
const FEED_OR_HTML =
  /^(?:title|link|id|summary|content|source|image|textinput|language|generator|copyright|ttl|docs|managingeditor|webmaster|lastbuilddate|created|rights|name|uri|email|url|width|height)$/;

const VOID = /^(?:area|br|col|embed|hr|img|input|param|track|wbr)$/;

export type Leaf = 'short' | 'long' | null;

/** Returns the kind of text element for a name in lower case, including the prefix; null for other elements. */
export const leafOf = (name: string): Leaf =>
  SHORT_LEAVES.test(name) ? 'short' : LONG_LEAVES.test(name) ? 'long' : null;

/** Checks whether this start tag within an open text element shows that the element's end tag is missing. */
export const endsLeaf = (name: string, leaf: Leaf): boolean =>
  leaf !== null && (FEED_ONLY.test(name) || (leaf === 'short' && FEED_OR_HTML.test(name)));

/** Checks whether an HTML element has no end tag. */
export const isVoid = (name: string): boolean => VOID.test(name);

const localName = (name: string): string => name.slice(name.lastIndexOf(':') + 1);

export const isItem = (name: string): boolean => /^(?:item|entry)$/.test(localName(name));

export type Root = 'rss' | 'feed' | 'rdf' | 'channel';

/** Returns the kind of feed that a root element of this name holds; null if it is not a feed. */
export const rootOf = (name: string | null): Root | null => {
  switch (localName(name ?? '')) {
    case 'rss':
    case 'rss2':
      return 'rss';
    case 'feed':
      return 'feed';
    case 'rdf':
      return 'rdf';
    case 'channel':
      return 'channel';
    default:
      return null;
  }
};

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

const EXCLAMATION_MARK = 33;
const SLASH = 47;
const QUESTION_MARK = 63;

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

/** The state of the pass. Its positions are kept from tag to tag, so that no part is searched twice. */
type Scan = {
  text: string;
  outline: Outline;
  names: ReturnType<typeof createNameCount>;
  strays: number;
  depth: number;
  /** Index of the next `>`. */
  close: number;
  /** Index of the next CDATA section; -1 if there is none. */
  nextCdata: number;
};

const startScan = (text: string): Scan => ({
  text,
  outline: {
    root: null,
    rootAt: 0,
    itemStarts: [],
    itemEnds: 0,
    elements: 0,
    isSuspicious: false,
    isTooComplex: false,
    mostAttributes: 0,
  },
  names: createNameCount(),
  strays: 0,
  depth: 0,
  close: 0,
  nextCdata: text.indexOf('<![CDATA['),
});

/**
 * Skips the comment, CDATA section, document type or processing instruction at `open`. Returns the index after it;
 * -1 if its end is missing.
 */
const skipSection = (scan: Scan, open: number): number => {
  const { text, outline } = scan;
  const from = open + 1;
  const isComment = text.startsWith('<!--', open);
  const isCdata = !isComment && text.startsWith('<![CDATA[', open);
  const closer = isComment ? '-->' : isCdata ? ']]>' : '>';
  const end = text.indexOf(closer, from);
  if (end === -1) {
    return -1;
  }
  const isDeclaration = !isComment && !isCdata && text.charCodeAt(from) === EXCLAMATION_MARK;
  if (isDeclaration && outline.root !== null) {
    outline.isSuspicious = true;
  }
  if (scan.nextCdata !== -1 && scan.nextCdata <= open) {
    scan.nextCdata = text.indexOf('<![CDATA[', from);
  }
  const holdsCdata = scan.nextCdata !== -1 && scan.nextCdata < end;
  if ((isComment || isCdata) && holdsCdata) {
    outline.isSuspicious = true;
    scan.nextCdata = text.indexOf('<![CDATA[', end);
  }
  return end + closer.length;
};

/** Reads the end tag at `open`. */
const readEndTag = (scan: Scan, open: number): void => {
  const { text, outline } = scan;
  const from = open + 2;
  scan.depth -= 1;
  if (mayBeItem(text.charCodeAt(from), outline.root) && matchAt(ITEM, text, from) !== null) {
    outline.itemEnds += 1;
  }
};

/** Reads the start tag at `open`. A stray bracket is read like a tag, but it is not counted as an element. */
const readStartTag = (scan: Scan, open: number, isStray: boolean): void => {
  const { text, outline, names, close } = scan;
  const from = open + 1;
  const isClosed = text.charCodeAt(close - 1) === SLASH;
  if (!isStray) {
    outline.elements += 1;
    outline.mostAttributes = Math.max(outline.mostAttributes, names.tag(text, from, close));
  }
  scan.depth += isClosed ? 0 : 1;
  if (outline.root === null) {
    outline.root = matchAt(NAME, text, from)?.toLowerCase() ?? null;
    outline.rootAt = open;
  }
  if (mayBeItem(text.charCodeAt(from), outline.root) && matchAt(ITEM, text, from) !== null) {
    outline.itemStarts.push(open);
    scan.depth = 1;
    outline.itemEnds += isClosed ? 1 : 0;
  }
  if (outline.root !== null && names.isTooMuch()) {
    outline.isTooComplex = true;
  } else if (scan.depth > MAX_DEPTH || close - open > MAX_TAG_LENGTH) {
    outline.isSuspicious = true;
  }
};

/** Returns the outline of a document in which the tag at the end is not closed. */
const outlineOfTorn = ({ outline, names }: Scan): Outline => ({
  ...outline,
  isSuspicious: true,
  isTooComplex: names.isTooMuch(),
});

const finish = ({ outline, names, strays }: Scan): Outline => {
  const isSuspicious =
    outline.isSuspicious ||
    strays > MAX_STRAYS ||
    outline.elements > MAX_ELEMENTS ||
    outline.mostAttributes > MAX_ATTRIBUTES_OF_ELEMENT;
  return { ...outline, isSuspicious, isTooComplex: names.isTooMuch() };
};

/**
 * Collects the outline of a document in one linear pass. It reads tags as a strict parser would: comments and CDATA
 * sections are skipped whole. The pass ends early at a tag that is not closed and in a document that is too complex.
 */
export const outlineOf = (text: string): Outline => {
  const scan = startScan(text);
  let open = text.indexOf('<');
  while (open !== -1) {
    const code = text.charCodeAt(open + 1);
    if (code === EXCLAMATION_MARK || code === QUESTION_MARK) {
      const from = skipSection(scan, open);
      if (from === -1) return outlineOfTorn(scan);
      open = text.indexOf('<', from);
      continue;
    }
    if (scan.close <= open) scan.close = text.indexOf('>', open + 1);
    if (scan.close === -1) return outlineOfTorn(scan);
    const next = text.indexOf('<', open + 1);
    const isStray = next !== -1 && next < scan.close;
    if (isStray) scan.strays += 1;
    if (code === SLASH) readEndTag(scan, open);
    else readStartTag(scan, open, isStray);
    if (scan.outline.isTooComplex) return scan.outline;
    open = next;
  }
  return finish(scan);
};
