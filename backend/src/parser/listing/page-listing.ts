import { digest } from '../../lib/digest.ts';
import { createShapeCheck, shapeOf, pageAnchors, type Anchor } from './page-anchors.ts';
import { applySelectors, findPatterns, LEAST_ITEMS } from './find-patterns.ts';
import { hFeedItems, jsonLdItems } from './machine-lists.ts';
import type { HtmlNode } from './html/html-tree.ts';
import type { ListedItem } from './listing-items.ts';
import { createIsArticle, kindOf, type NoListing } from './page-kind.ts';
import { applySections, areSections, findSections } from './page-sections.ts';

/** The way to find the items of a page. */
export type PagePattern = {
  /** At most three selectors of links or headings, or `h-feed`, or `json-ld`. */
  selectors: string[];
  /** The common part of most addresses of the items, such as `example.com/blog/`; null if nothing. */
  shape: string | null;
};

/** A list found in a page. */
export type FoundListing = PagePattern & {
  /** 8 hex digits of a hash over the selectors. */
  pattern_id: string;
  items: ListedItem[];
};

const H_FEED = 'h-feed';
const JSON_LD = 'json-ld';
/** The most lists from which a reader may choose. */
const MAX_FOUND = 5;

const plain = ({ link, title, published_at, teaser, author }: ListedItem): ListedItem => ({
  link,
  title,
  published_at,
  teaser,
  author,
});

const listing = (selectors: string[], items: readonly ListedItem[]): FoundListing => ({
  selectors,
  shape: shapeOf(items.map(({ link }) => link)),
  pattern_id: digest(8, ...selectors),
  items: items.map(plain),
});

/** Adds what the page says of its items to machines to what it shows of them. */
const enriched = (items: readonly ListedItem[], stated: readonly ListedItem[]): ListedItem[] => {
  const byLink = new Map(stated.map((item) => [item.link, item]));
  return items.map((item) => {
    const more = byLink.get(item.link);
    return {
      ...item,
      published_at: more?.published_at ?? item.published_at,
      teaser: item.teaser ?? more?.teaser ?? null,
      author: item.author ?? more?.author ?? null,
    };
  });
};

/** Gives the items of a list that names only addresses the headlines of the page's links. */
const titled = (items: readonly ListedItem[], anchors: readonly Anchor[]): ListedItem[] => {
  const titles = new Map<string, string>();
  for (const { link, title } of anchors)
    if (title.length > (titles.get(link)?.length ?? 0)) titles.set(link, title);
  return items
    .map((item) => (item.title === '' ? { ...item, title: titles.get(item.link) ?? '' } : item))
    .filter(({ title }) => title !== '');
};

const sharedWith = (items: readonly ListedItem[], others: readonly ListedItem[]): number => {
  const links = new Set(others.map(({ link }) => link));
  return items.filter(({ link }) => links.has(link)).length / Math.max(1, items.length);
};

/** Share of a stated list's items that must be in a list of links for both to be the same. */
const SAME = 0.6;
/** A stated list with less than this of the shown one's items is only its beginning. */
const WHOLE = 0.8;

/** Puts a list that the page states for machines before the list of links that shows the same, unless it is shorter. */
const withStated = (found: FoundListing[], selectors: string[], items: ListedItem[]): FoundListing[] => {
  if (items.length < LEAST_ITEMS) return found;
  const stated = listing(selectors, items);
  const shown = found.find(
    (one) => sharedWith(items, one.items) >= SAME || sharedWith(one.items, items) >= SAME,
  );
  const others = found.filter((one) => one !== shown);
  if (shown === undefined) return [...found, stated];
  return items.length >= shown.items.length * WHOLE ? [stated, ...others] : [shown, ...others];
};

/**
 * Returns the lists of items in a page, the best first, at most five, or the reason why it has none:
 *
 * 1. Find the sections of a list of changes, and the repeated patterns of links.
 * 2. Leave them out if the page is an article and they stand around it.
 * 3. Add what the page states by JSON-LD and microformats.
 */
export const learnPage = (
  tree: HtmlNode,
  pageUrl: string,
): { found: FoundListing[]; why_none: NoListing | null } => {
  const anchors = pageAnchors(tree, pageUrl);
  const sections = findSections(tree, pageUrl);
  const isArticle = createIsArticle(tree, pageUrl);
  const patterns = findPatterns(anchors).filter(({ items }) => !isArticle(items));
  const stated = titled(jsonLdItems(tree, pageUrl), anchors);
  const entries = hFeedItems(tree, pageUrl);
  const links = patterns.map(({ selectors, items }) => listing(selectors, enriched(items, stated)));
  const shown = sections === null ? links : [listing(sections.selectors, sections.items), ...links];
  const found = withStated(withStated(shown, [JSON_LD], stated), [H_FEED], entries).slice(0, MAX_FOUND);
  return found.length > 0 ? { found, why_none: null } : { found, why_none: kindOf(tree) };
};

/** Returns the items that a pattern finds in a page; none if most of them lead elsewhere than they did. */
export const applyPattern = (
  tree: HtmlNode,
  pageUrl: string,
  { selectors, shape }: PagePattern,
): ListedItem[] => {
  const items = itemsBy(tree, pageUrl, selectors);
  const hasShape = createShapeCheck(shape);
  const asBefore = items.filter(({ link }) => hasShape(link)).length;
  return asBefore * 2 >= items.length ? items.map(plain) : [];
};

const itemsBy = (tree: HtmlNode, pageUrl: string, selectors: readonly string[]): ListedItem[] => {
  if (selectors.includes(H_FEED)) return hFeedItems(tree, pageUrl);
  const stated = jsonLdItems(tree, pageUrl);
  if (areSections(selectors)) return applySections(tree, selectors, pageUrl);
  const anchors = pageAnchors(tree, pageUrl);
  if (selectors.includes(JSON_LD)) return titled(stated, anchors);
  return enriched(applySelectors(anchors, selectors), stated);
};
