import { Parser } from 'htmlparser2';
import type { FeedCandidate } from '../../contract/index.ts';
import { decodePage } from '../encoding/decode.ts';
import { embeddedFeeds } from './youtube.ts';

/**
 * Limit on the tags read: a page's links are in its head, and a parser's work on deep nesting grows with the square of
 * the tags.
 */
const maxTags = 10_000;
/** Limit on the attributes read, because a parser keeps all attributes of a tag until the tag ends. */
const maxAttributes = 20_000;
const chunkLength = 16_384;
const maxCandidates = 50;

type Format = FeedCandidate['format'];

const formats: ReadonlyMap<string, Format> = new Map<string, Format>([
  ['application/atom+xml', 'atom'],
  ['application/rss+xml', 'rss'],
  ['application/x-rss+xml', 'rss'],
  ['application/rdf+xml', 'rdf'],
  ['application/feed+json', 'json'],
  ['application/json', 'json'],
  ['application/xml', null],
  ['text/xml', null],
  ['text/rss', 'rss'],
  ['text/rss+xml', 'rss'],
  ['text/atom+xml', 'atom'],
]);

type Attributes = Readonly<Record<string, string>>;

const formatOf = (attributes: Attributes): Format | undefined => {
  const relations = (attributes['rel'] ?? '').toLowerCase().split(/\s+/);
  const type = (attributes['type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (relations.includes('feed')) return formats.get(type) ?? null;
  if (!relations.includes('alternate')) return undefined;
  // Content management systems link to their API with application/json, which is also the type of JSON Feed 1.0.
  const isJsonFeed = /feed/i.test(`${attributes['href'] ?? ''} ${attributes['title'] ?? ''}`);
  if (type === 'application/json' && !isJsonFeed) return undefined;
  return formats.get(type);
};

const isWebAddress = (url: URL | null): url is URL => url !== null && /^https?:$/.test(url.protocol);

/**
 * Returns the feeds that a page names by `<link rel="alternate">` (or `rel="feed"`), in page order, without duplicates.
 * The addresses are absolute and without fragment; `<base href>` is honoured. Returns at most 50, from the first 10,000
 * tags.
 */
export const feedLinks = (html: string, pageUrl: string): FeedCandidate[] => {
  const links: { href: string; title: string | null; format: Format }[] = [];
  let base: string | null = null;
  let tags = 0;
  let attributeCount = 0;
  const parser = new Parser({
    onattribute: () => {
      attributeCount += 1;
    },
    onopentag: (name, attributes) => {
      tags += 1;
      const href = attributes['href']?.trim();
      if (href === undefined || href === '') return;
      if (name === 'base') base ??= href;
      if (name !== 'link') return;
      const format = formatOf(attributes);
      const title = attributes['title']?.replace(/\s+/g, ' ').trim().slice(0, 300);
      if (format !== undefined)
        links.push({ href, title: title === undefined || title === '' ? null : title, format });
    },
  });
  for (
    let start = 0;
    start < html.length && tags < maxTags && attributeCount < maxAttributes && links.length < maxCandidates;
    start += chunkLength
  ) {
    parser.write(html.slice(start, start + chunkLength));
  }
  const baseUrl = (base === null ? null : URL.parse(base, pageUrl)) ?? URL.parse(pageUrl);
  const candidates = new Map<string, FeedCandidate>();
  for (const { href, title, format } of links.slice(0, maxCandidates)) {
    const url = URL.parse(href.replace(/^feed:(?:\/\/)?(?=https?:)/i, ''), baseUrl?.href);
    if (!isWebAddress(url)) continue;
    url.hash = '';
    if (!candidates.has(url.href)) candidates.set(url.href, { url: url.href, title, format });
  }
  return [...candidates.values()];
};

const withoutWww = (url: string): string => (URL.parse(url)?.hostname ?? '').replace(/^www\./, '');

const formatRank = (format: Format): number => (format === 'atom' ? 0 : format === 'rss' ? 1 : 2);

/** Sorts feeds on the page's own host first (www. makes no difference), then Atom, then RSS, then by page order. */
export const inOrderOfPreference = (
  candidates: readonly FeedCandidate[],
  pageUrl: string,
): FeedCandidate[] => {
  const host = withoutWww(pageUrl);
  const elsewhere = ({ url }: FeedCandidate): number => (withoutWww(url) === host ? 0 : 1);
  return candidates.toSorted(
    (a, b) => elsewhere(a) - elsewhere(b) || formatRank(a.format) - formatRank(b.format),
  );
};

/** A page as received; `url` is its address after redirects. */
export type Page = { bytes: Uint8Array; contentType: string | null; url: string };

/** The feeds to which a page leads. */
export type PageLinks = {
  /** The feeds that the head names, in the order of the page. */
  named: FeedCandidate[];
  /** The feeds of a known site, found elsewhere in the page. */
  embedded: string[];
};

/** Reads the feeds of a page. Throws ParseError if that takes too much time or memory. */
export type ReadPageFeeds = (page: Page) => Promise<PageLinks>;

/** Returns the feeds to which a web page leads. */
export const pageLinks = (page: Page): PageLinks => {
  const html = decodePage(page.bytes, page.contentType);
  return {
    named: feedLinks(html, page.url),
    embedded: embeddedFeeds(page.url, html),
  };
};
