import { escapeHtml } from '../fields/text.ts';
import { readTags, type Attributes } from './read-tags.ts';
import { videoIn } from './video-address.ts';

/** A page as a tree of elements and decoded texts. */
export type PageElement = {
  readonly name: string;
  readonly attributes: Attributes;
  readonly children: PageNode[];
};
export type PageNode = PageElement | string;

/**
 * Elements that hold no text or picture of an article; they are left out with all that is in them. Only frames with a
 * video stay, of which the sanitiser makes links.
 */
const SKIPPED =
  /^(?:script|style|noscript|template|svg|math|iframe|object|embed|audio|video|canvas|select|textarea|input|button|link|meta|base|title|map)$/;

/** The greatest depth of the tree: deeper elements are left out, but their texts are kept. Real pages have at most 60. */
const MAX_DEPTH = 100;

/** Limits of the tree: the same as those of the sanitiser, which would cut the article anyway. */
const MAX_ELEMENTS = 20_000;
const MAX_TEXT = 1_000_000;
/** Pieces in which the parser hands out the texts: one for each entity and stray bracket, beside those between tags. */
const MAX_PIECES = 100_000;

/** The attributes that tell what an element is, and those that the sanitiser keeps. */
const KEPT =
  /^(?:class|id|role|style|hidden|aria-hidden|href|src|srcset|data-src|data-lazy-src|data-original|alt|title|width|height|colspan|rowspan|lang|dir)$/;

const keptOf = (attributes: Attributes): Attributes => {
  const names = Object.keys(attributes).filter((name) => KEPT.test(name));
  return Object.fromEntries(names.map((name) => [name, attributes[name] ?? '']));
};

/** Returns a frame with a video of YouTube or Vimeo, which many pages load only when it is scrolled to; else null. */
const videoFrame = (name: string, attributes: Attributes): PageElement | null => {
  if (name !== 'iframe') return null;
  const urls = [attributes['src'], attributes['data-src'], attributes['data-lazy-src']].flatMap(
    // The base is for addresses without a scheme; a path of the page itself is no video.
    (address) => (address === undefined ? [] : (URL.parse(address, 'https://page.invalid') ?? [])),
  );
  const video = urls.find((url) => videoIn(url) !== null);
  return video === undefined ? null : { name, attributes: { src: video.href }, children: [] };
};

const VOID = /^(?:area|br|col|hr|img|source|track|wbr)$/;

/**
 * Reads a page as a tree, without scripts, styles and whatever else holds no article, in linear time. The root has the
 * name `#root`. What exceeds 20,000 elements, 1,000,000 characters or the limits of `readTags` is left out. Never throws.
 */
export const parsePage = (html: string): PageElement => {
  const root: PageElement = { name: '#root', attributes: {}, children: [] };
  const path: PageElement[] = [root];
  let skipped = 0;
  let tooDeep = 0;
  let elements = 0;
  let length = 0;
  let pieces = 0;
  const isFull = (): boolean => elements >= MAX_ELEMENTS || length >= MAX_TEXT || pieces >= MAX_PIECES;
  readTags(html, {
    open: (name, attributes) => {
      if (skipped > 0 || SKIPPED.test(name)) {
        const video = skipped > 0 || tooDeep > 0 || isFull() ? null : videoFrame(name, attributes);
        if (video !== null) {
          elements += 1;
          path.at(-1)?.children.push(video);
        }
        skipped += 1;
      } else if (tooDeep > 0 || path.length >= MAX_DEPTH || isFull()) tooDeep += 1;
      else {
        elements += 1;
        const element: PageElement = { name, attributes: keptOf(attributes), children: [] };
        path.at(-1)?.children.push(element);
        path.push(element);
      }
    },
    close: () => {
      if (skipped > 0) skipped -= 1;
      else if (tooDeep > 0) tooDeep -= 1;
      else path.pop();
    },
    text: (text) => {
      if (skipped > 0 || isFull()) return;
      length += text.length;
      pieces += 1;
      const siblings = path.at(-1)?.children ?? [];
      const last = siblings.at(-1);
      if (typeof last === 'string') siblings[siblings.length - 1] = last + text;
      else siblings.push(text);
    },
    isDone: isFull,
  });
  return root;
};

const attributesText = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeHtml(value).replaceAll('"', '&quot;')}"`)
    .join('');

/** Writes a tree as HTML; the root itself has no tags. */
export const writePage = (node: PageNode): string => {
  if (typeof node === 'string') return escapeHtml(node);
  const inner = node.children.map(writePage).join('');
  if (node.name === '#root') return inner;
  const start = `<${node.name}${attributesText(node.attributes)}>`;
  return VOID.test(node.name) ? start : `${start}${inner}</${node.name}>`;
};

/** Returns the text of a node, with white space as it stands in the page. */
export const rawText = (node: PageNode): string =>
  typeof node === 'string' ? node : node.children.map(rawText).join('');

/** Returns the text of a node on one line. */
export const lineOf = (node: PageNode): string => rawText(node).replace(/\s+/g, ' ').trim();

/** Returns a copy of a tree without the elements that `keep` refuses; it is asked from the outside to the inside. */
export const prune = (element: PageElement, keep: (element: PageElement) => boolean): PageElement => ({
  ...element,
  children: element.children
    .filter((child) => typeof child === 'string' || keep(child))
    .map((child) => (typeof child === 'string' ? child : prune(child, keep))),
});

/** Returns all elements of a tree in document order, without its root. */
export const elementsOf = (element: PageElement): PageElement[] =>
  element.children.flatMap((child) => (typeof child === 'string' ? [] : [child, ...elementsOf(child)]));
