import { ancestors, findAll, findFirst, isInline, textOf, type HtmlNode } from './html/html-tree.ts';
import {
  isDate,
  isBeside,
  isGeneric,
  isNamed,
  isUnseen,
  labelWords,
  lengthOf,
  seemsBeside,
  titleWords,
} from './html/words.ts';

/** The common parts of the addresses of a group. */
type Address = { host: string; segments: string[]; query: string[] };

const withoutWww = (host: string): string => host.replace(/^www\./, '');

export const addressOf = (link: string): Address => {
  const url = new URL(link);
  return {
    host: withoutWww(url.host),
    segments: url.pathname.split('/').filter(Boolean).slice(0, 10),
    query: [...new Set(url.searchParams.keys())].slice(0, 5),
  };
};

/** The share of a group's links that must have a shape before the others count as strangers. */
const MOST = 0.85;
const MAX_LENGTH = 80;

/** Returns the value that at least 85 % of these have; null if there is none. */
const common = (values: string[]): string | null => {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [best] = [...counts].toSorted((a, b) => b[1] - a[1]);
  return best !== undefined && best[1] >= values.length * MOST ? best[0] : null;
};

/**
 * Returns the shape that most of these links have: a host, the beginning of the path that they share, and the parameter
 * that names the page, as in `example.com/blog/` or `example.com/item?id`. Returns null if they share no host.
 */
export const shapeOf = (links: readonly string[]): string | null => {
  const addresses = links.map(addressOf);
  const host = common(addresses.map((one) => one.host));
  if (host === null) return null;
  const own = addresses.filter((one) => one.host === host);
  const first = common(own.map(({ segments }) => (segments.length > 1 ? (segments[0] ?? '') : '')));
  // A year is no part of the shape, because it ends.
  const prefix = first === null || first === '' || /\d/.test(first) ? '' : `${first}/`;
  const file = common(own.map(({ segments }) => (segments.length === 1 ? (segments[0] ?? '') : '')));
  const key = common(own.map(({ query }) => query[0] ?? ''));
  const shape =
    file !== null && file !== '' && key !== null && key !== ''
      ? `${host}/${file}?${key}`
      : `${host}/${prefix}`;
  return shape.length <= MAX_LENGTH ? shape : `${host}/`;
};

/** Returns a function that checks whether a link has a shape; with null, all have it. */
export const createShapeCheck = (shape: string | null): ((link: string) => boolean) => {
  if (shape === null) return () => true;
  const [path = '', key] = shape.split('?', 2);
  return (link) => {
    const { host, segments, query } = addressOf(link);
    const own = `${host}/${segments.join('/')}`;
    return key === undefined ? `${own}/`.startsWith(path) : own === path && query.includes(key);
  };
};

/** A link of a page with what says whether it is a headline. */
export type Anchor = {
  node: HtmlNode;
  /** The absolute address, without a fragment. */
  link: string;
  /** The headline of the link; empty if it has no text. */
  title: string;
  /** True if the headline is visible text, and not what stands for an image. */
  isShown: boolean;
  /** True if the link is in a heading, or a heading in the link. */
  isHeading: boolean;
  /** 1 beside the content by its element, 0.5 by its name, 0 otherwise. */
  beside: number;
  /** True if the link stands within a running text. */
  isInText: boolean;
  /** True if the element is that of an item: an article, a list item, a row. */
  isInItem: boolean;
  isInMain: boolean;
};

/** Limit on the links of a page that are read. */
const MAX_LINKS = 3000;
const MAX_LINK_LENGTH = 2048;
/** Relations of links to something other than an item. */
const OTHER_RELATION =
  /^(?:tag|author|category|next|prev|previous|license|home|start|nofollow-share|alternate|edit)$/i;

const isHeadingTag = ({ tag }: HtmlNode): boolean => /^h[1-6]$/.test(tag);

/** Returns the address of a page's base element, or of the page. */
const baseOf = (tree: HtmlNode, pageUrl: string): string => {
  const href = findFirst(tree, ({ tag, attributes }) => tag === 'base' && attributes['href'] !== undefined);
  const url = URL.parse(href?.attributes['href'] ?? '', pageUrl);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : pageUrl;
};

/** Returns an absolute web address without fragment; null if this is none, or no other page's. */
export const otherPage = (href: string | undefined, base: string, pageUrl: string): string | null => {
  const text = (href ?? '').trim();
  if (text === '' || text.startsWith('#') || text.length > MAX_LINK_LENGTH) return null;
  const url = URL.parse(text, base);
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '') return null;
  if (/^#!?\//.test(url.hash)) return url.href;
  url.hash = '';
  const page = new URL(pageUrl);
  page.hash = '';
  return url.href === page.href || url.href.length > MAX_LINK_LENGTH ? null : url.href;
};

const isLabel = (node: HtmlNode): boolean =>
  isUnseen(node) ||
  node.tag === 'time' ||
  node.tag === 'button' ||
  (isInline(node) && !isNamed(node, titleWords) && (isNamed(node, labelWords) || isDate(textOf(node))));

/** Returns the blocks of text within a link that is a whole card, in order. */
const blocksIn = (link: HtmlNode): string[] => {
  const leaves = findAll(link, (node) => {
    const hasText = node.children.some((child) => typeof child === 'string' && child.trim() !== '');
    return (
      hasText &&
      !isUnseen(node) &&
      !(isInline(node) && node.parent !== null && node.parent !== link && hasOwnText(node.parent))
    );
  });
  return leaves.map((node) => textOf(node, isUnseen)).filter((text) => text !== '' && !isDate(text));
};

const hasOwnText = ({ children }: HtmlNode): boolean =>
  children.some((child) => typeof child === 'string' && child.trim() !== '');

/**
 * The shortest text, in units of a Latin letter, that is taken for the headline of a card rather than for its label.
 */
const LEAST_CARD_TITLE = 16;

const isTitle = (node: HtmlNode): boolean =>
  (isNamed(node, titleWords) || /headline|name/.test(node.attributes['itemprop'] ?? '')) &&
  textOf(node, isUnseen) !== '';

/** Returns the text of a headline without labels; with them if there is nothing else. */
const ownText = (node: HtmlNode): string => textOf(node, isLabel) || textOf(node, isUnseen);

/** Returns the text of a heading, or of the part of it that is named a title beside others. */
const headingText = (heading: HtmlNode): string => {
  const parts = heading.children.filter((child) => typeof child !== 'string');
  const named = parts.length > 1 ? findFirst(heading, isTitle) : null;
  return ownText(named ?? heading);
};

/**
 * Returns the visible headline of a link: its heading, else the part that is named a title, else its text, or the first
 * longer block of it, without labels and dates.
 */
const shownTitle = (link: HtmlNode): string => {
  const heading = findFirst(link, (node) => isHeadingTag(node) && textOf(node, isUnseen) !== '');
  if (heading !== null) return headingText(heading);
  const named = findFirst(link, isTitle);
  if (named !== null) return ownText(named);
  const hasBlocks = findFirst(
    link,
    (node) => !isInline(node) && !/^(?:img|br|svg|picture|source|wbr)$/.test(node.tag),
  );
  if (hasBlocks === null) return ownText(link);
  const blocks = blocksIn(link);
  const long = blocks.find((text) => lengthOf(text) >= LEAST_CARD_TITLE);
  return long ?? blocks.toSorted((a, b) => b.length - a.length)[0] ?? '';
};

/** Returns the text that stands for the image of a link, or describes the link. */
const imageText = (link: HtmlNode): string => {
  const image = findFirst(link, ({ tag }) => tag === 'img');
  return (link.attributes['title'] ?? image?.attributes['alt'] ?? link.attributes['aria-label'] ?? '')
    .slice(0, 500)
    .replace(/\s+/g, ' ')
    .trim();
};

/** The number of characters before a link, in the same block, from which on it stands in a running text. */
const TEXT_BEFORE = 25;

/** Returns true for a link with text before it in its block, which is no date and no label. */
const isInText = (link: HtmlNode): boolean => {
  let at = link;
  while (at.parent !== null && isInline(at.parent)) at = at.parent;
  const block = at.parent;
  if (block === null || !/^(?:p|li|dd|td|div|blockquote|figcaption)$/.test(block.tag)) return false;
  const before: string[] = [];
  for (const child of block.children) {
    if (child === at) break;
    before.push(
      typeof child === 'string' ? child : isInline(child) && child.tag !== 'a' ? textOf(child) : '\n',
    );
  }
  const text = (before.join('').split('\n').at(-1) ?? '').replace(/\s+/g, ' ').trim();
  return lengthOf(text) > TEXT_BEFORE && !isDate(text) && !(text.length <= 60 && /\d{4}/.test(text));
};

const isItem = (node: HtmlNode): boolean =>
  /^(?:article|li|tr|dd|dt)$/.test(node.tag) ||
  node.classes.some((name) => /^(?:h-entry|hentry|post|item|entry|card|story|news-?item)\b/i.test(name));

/**
 * True for an element beside the content. It is remembered for each element, since most links share their ancestors.
 */
const createBeside = (): ((node: HtmlNode) => number) => {
  const known = new Map<HtmlNode, number>();
  const own = (node: HtmlNode): number => (isBeside(node) ? 1 : seemsBeside(node) ? 0.5 : 0);
  const besideOf = (node: HtmlNode): number => {
    const before = known.get(node);
    if (before !== undefined) return before;
    const above = node.parent === null ? 0 : besideOf(node.parent);
    const value = Math.max(above, node.parent === null ? 0 : own(node));
    known.set(node, value);
    return value;
  };
  return besideOf;
};

/** A header beside main or within the body is the site's; one within an article is the item's. */
const isSiteHeader = (above: HtmlNode[]): boolean => {
  const header = above.findIndex(
    ({ tag, attributes }) => tag === 'header' || attributes['role'] === 'banner',
  );
  return (
    header !== -1 && !above.slice(header + 1).some(({ tag }) => /^(?:article|section|main|li)$/.test(tag))
  );
};

/** Returns the links of a page to other pages that can be items, in the order of the page. */
export const pageAnchors = (tree: HtmlNode, pageUrl: string): Anchor[] => {
  const base = baseOf(tree, pageUrl);
  const besideOf = createBeside();
  return findAll(tree, ({ tag, attributes }) => tag === 'a' && attributes['href'] !== undefined)
    .slice(0, MAX_LINKS)
    .flatMap((node) => {
      const link = otherPage(node.attributes['href'], base, pageUrl);
      const relations = (node.attributes['rel'] ?? '').split(/\s+/);
      if (link === null || relations.some((one) => OTHER_RELATION.test(one))) return [];
      const above = ancestors(node);
      if ([node, ...above].some(isUnseen)) return [];
      const near = above.slice(0, 3);
      const shown = shownTitle(node);
      return [
        {
          node,
          link,
          title: shown || imageText(node),
          isShown: shown !== '',
          isHeading: near.some(isHeadingTag) || findFirst(node, isHeadingTag) !== null,
          beside: Math.max(besideOf(node), isSiteHeader(above) ? 1 : 0),
          isInText: isInText(node),
          isInItem: above.slice(0, 8).some(isItem) || isItem(node),
          isInMain: above.some(
            ({ tag, attributes }) =>
              tag === 'main' ||
              attributes['role'] === 'main' ||
              /^(?:content|main)$/i.test(attributes['id'] ?? ''),
          ),
        },
      ];
    });
};

/** Returns true for the text of a link that can be a headline. */
export const canBeHeadline = (title: string): boolean => title !== '' && !isGeneric(title) && !isDate(title);
