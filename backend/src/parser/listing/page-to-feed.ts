import type { ParsedFeed, ParsedItem } from '../fields/parsed-feed.ts';
import type { Page } from '../pages/page-links.ts';
import type { NoListing } from './page-kind.ts';
import { type FoundListing, type PagePattern, applyPattern, learnPage } from './page-listing.ts';
import { hubAndSelf } from '../fields/item-fields.ts';
import { withinLimits, type UnboundedFeed } from '../fields/limits.ts';
import { escapeHtml } from '../fields/text.ts';
import { decodePage } from '../encoding/decode.ts';
import { ancestors, findAll, findFirst, htmlTree, textOf, type HtmlNode } from './html/html-tree.ts';
import type { ListedItem } from './listing-items.ts';
import { furtherSitemaps, parseSitemap, sitemapItems } from './sitemap.ts';

/** The way to find the items of a site without a feed: in a page by a pattern, or in a sitemap under a path. */
export type ListingSource =
  | ({ kind: 'page' } & PagePattern)
  /** `path` is the beginning of the paths wanted, such as `/docs/`; null for all. */
  | { kind: 'sitemap'; path: string | null };

/** The lists found in a page. */
export type LearntPage = {
  title: string | null;
  lists: FoundListing[];
  /** Null if there are lists. */
  why_none: NoListing | null;
};

/** Finds the lists of headlines in a page. Throws ParseError if that takes too much time or memory. */
export type LearnListing = (page: Page) => Promise<LearntPage>;

/** The contents of a document of a site without a feed. */
export type ReadListing = {
  /** The feed has no items if the pattern finds none. */
  feed: ParsedFeed;
  /** The sitemaps of an index, which hold its items, the newest first; none for other documents. */
  further: string[];
};

/** Reads a page or a sitemap as a feed. Throws ParseError. */
export type PageToFeed = (page: Page, source: ListingSource) => Promise<ReadListing>;

const metaOf = (tree: HtmlNode, name: string): string | null => {
  const meta = findFirst(
    tree,
    ({ tag, attributes }) => tag === 'meta' && (attributes['property'] ?? attributes['name']) === name,
  );
  return meta?.attributes['content']?.replace(/\s+/g, ' ').trim() || null;
};

const titleOf = (tree: HtmlNode): string | null => {
  const title = findFirst(tree, ({ tag }) => tag === 'title');
  const text = title === null ? '' : textOf(title);
  return text || metaOf(tree, 'og:site_name') || metaOf(tree, 'og:title');
};

const toItem = (item: ListedItem & { updated_at?: string | null }): ParsedItem => ({
  // The address is the identity too: sections of one page differ in its fragment, which is no part of a link's identity.
  guid: item.link,
  link: item.link,
  title: item.title,
  content: item.teaser === null ? '' : `<p>${escapeHtml(item.teaser)}</p>`,
  summary: null,
  author: item.author,
  categories: [],
  published_at: item.published_at,
  updated_at: item.updated_at ?? null,
  enclosures: [],
  image_url: null,
});

/** Returns the links in the head; what stands in the body may have been written by visitors. */
const linksOf = (tree: HtmlNode) =>
  findAll(tree, (node) => node.tag === 'link' && ancestors(node).every(({ tag }) => tag !== 'body')).map(
    ({ attributes: { rel, href } }) => ({ rel, href }),
  );

const noHints = { ttl_minutes: null, skip_hours: [] };

const pageFeed = (tree: HtmlNode, url: string, items: ListedItem[]): UnboundedFeed => ({
  format: 'page',
  title: titleOf(tree),
  description: metaOf(tree, 'description') ?? metaOf(tree, 'og:description'),
  site_url: url,
  language: findFirst(tree, ({ tag }) => tag === 'html')?.attributes['lang'] ?? null,
  icon_url: null,
  ...hubAndSelf(linksOf(tree), null),
  hints: noHints,
  items: items.map(toItem),
});

const readSitemap = ({ bytes, contentType, url }: Page, path: string | null): ReadListing => {
  const sitemap = parseSitemap(bytes, contentType);
  const { origin, hostname } = new URL(url);
  const feed = withinLimits({
    format: 'sitemap',
    title: path === null ? hostname : `${hostname}${path}`,
    description: null,
    site_url: `${origin}${path ?? '/'}`,
    language: null,
    icon_url: null,
    ...hubAndSelf([], null),
    hints: noHints,
    items: sitemapItems(sitemap, path).map(toItem),
  });
  return { feed, further: furtherSitemaps(sitemap) };
};

/** Reads a page or a sitemap as a feed, as PageToFeed says. */
export const pageToFeed = (page: Page, source: ListingSource): ReadListing => {
  if (source.kind === 'sitemap') return readSitemap(page, source.path);
  const tree = htmlTree(decodePage(page.bytes, page.contentType));
  return { feed: withinLimits(pageFeed(tree, page.url, applyPattern(tree, page.url, source))), further: [] };
};

/** Finds the lists of headlines in a page, as LearnListing says. */
export const learnListing = (page: Page): LearntPage => {
  const tree = htmlTree(decodePage(page.bytes, page.contentType));
  const { found, why_none } = learnPage(tree, page.url);
  return { title: titleOf(tree), lists: found, why_none };
};
