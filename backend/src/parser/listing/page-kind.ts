import { addressOf } from './page-anchors.ts';
import { findAll, findFirst, textOf, walk, type HtmlNode } from './html/html-tree.ts';
import type { PlacedItem } from './listing-items.ts';
import { isOneArticle } from './machine-lists.ts';
import { dateInAddress, isBeside, isUnseen } from './html/words.ts';

/** The reason that a page is no listing: an article, a sign-in, one that is empty until its scripts run, or none of these. */
export type NoListing = 'article' | 'sign_in' | 'needs_scripts' | 'no_list';

/** The shortest paragraph of an article, in characters. */
const PARAGRAPH = 60;
/** From this many characters in one place a page is an article, unless its list has more to say. */
const ARTICLE = 900;
/** The same for a page that calls itself an article, and for one whose address is an article's too. */
const NAMED_ARTICLE = 400;
const PLAIN_ARTICLE = 150;
/** A page with less text than this shows nothing. */
const EMPTY = 300;
/** Share of the paragraphs' text that the element of the body has at least; the nearest such element is the body. */
const MOST = 0.6;

const isText = (node: HtmlNode): boolean =>
  node.tag === 'p' ||
  (/^(?:div|section|li|td|blockquote|span)$/.test(node.tag) &&
    node.children.some((child) => typeof child === 'string' && child.trim().length >= PARAGRAPH));

type Body = { node: HtmlNode; length: number };

/** Returns the element that holds most of a page's running text, and the length of that in characters. */
const bodyOf = (tree: HtmlNode): Body => {
  const lengths = new Map<HtmlNode, number>();
  let total = 0;
  walk(tree, (node) => {
    if (node.tag === 'a' || isBeside(node) || isUnseen(node)) return false;
    if (!isText(node)) return true;
    const text = textOf(node);
    const linked = text.length - textOf(node, ({ tag }) => tag === 'a').length;
    if (text.length < PARAGRAPH || linked * 2 > text.length) return true;
    total += text.length;
    for (let at = node.parent; at !== null; at = at.parent)
      lengths.set(at, (lengths.get(at) ?? 0) + text.length);
    return false;
  });
  let body: Body = { node: tree, length: total };
  // The elements are in no order of depth, so look for the one with the fewest characters that still has most of them.
  for (const [node, length] of lengths)
    if (
      length >= total * MOST &&
      (length < body.length || (length === body.length && node.index > body.node.index))
    )
      body = { node, length };
  return body;
};

const metaOf = (tree: HtmlNode, property: string): string | null =>
  findFirst(
    tree,
    ({ tag, attributes }) => tag === 'meta' && (attributes['property'] ?? attributes['name']) === property,
  )?.attributes['content'] ?? null;

/** Returns true for an address of an article: with a day, a number of five digits, or a name of four words. */
const isArticleAddress = (pageUrl: string): boolean => {
  const last = addressOf(pageUrl).segments.at(-1) ?? '';
  return dateInAddress(pageUrl) !== null || /\d{5}/.test(last) || last.split(/[-_]/).length >= 4;
};

/** The characters of running text from which on an item is a post in full, or with a long excerpt. */
const POST = 150;

/**
 * Returns a function that says whether a page is an article, and so a list of these items what stands around it, such
 * as further articles.
 */
export const createIsArticle = (
  tree: HtmlNode,
  pageUrl: string,
): ((items: readonly PlacedItem[]) => boolean) => {
  const body = bodyOf(tree);
  const isNamed = metaOf(tree, 'og:type') === 'article' || isOneArticle(tree);
  const isPlain = isNamed && isArticleAddress(pageUrl);
  return (items) => {
    if (body.length < (isPlain ? PLAIN_ARTICLE : isNamed ? NAMED_ARTICLE : ARTICLE)) return false;
    const inItems = items.filter(({ container }) => bodyOf(container.node).length >= POST).length;
    if (inItems * 2 > items.length) return false;
    if (isPlain) return true;
    const listed = items.reduce((sum, { title, teaser }) => sum + title.length + (teaser?.length ?? 0), 0);
    return listed < body.length * (isNamed ? 2 : 1);
  };
};

/** Returns why a page in which no list was found is none. */
export const kindOf = (tree: HtmlNode): NoListing => {
  const hasPassword = findFirst(
    tree,
    ({ tag, attributes }) => tag === 'input' && /^password$/i.test(attributes['type'] ?? ''),
  );
  if (hasPassword !== null) return 'sign_in';
  const text = textOf(tree, ({ tag }) => tag === 'title' || tag === 'head');
  const scripts = findAll(tree, ({ tag }) => tag === 'script').length;
  if (text.length < EMPTY && scripts > 0) return 'needs_scripts';
  return bodyOf(tree).length >= NAMED_ARTICLE ? 'article' : 'no_list';
};
