import type { JudgeHop, GuardedFetch, OutboundResponse } from '../web/guard/guarded-fetch.ts';
import type { RobotsRules } from '../web/robots/rules/robots-rules.ts';
import { RobotsDisallowedError, type NoneFound, HttpStatusError } from './errors.ts';
import { furtherSitemaps } from '../parser/listing/sitemap.ts';
import { acceptFeed } from '../web/fetch/headers.ts';
import type { FeedCandidate } from '../contract/index.ts';
import { noListingSentences } from '../model/feed/failure-sentences.ts';
import {
  feedAddress,
  type FeedAddress,
  listingAddress,
  listingIn,
  requestAddress,
} from '../model/feed/feed-url.ts';
import { ParseError, type ParsedFeed } from '../parser/fields/parsed-feed.ts';
import type { Page as DocumentPage } from '../parser/pages/page-links.ts';
import { type FoundFeed, type Page, type Requests, movedAddress } from './requests.ts';
import { listPreview, newestFirst } from './preview-feeds.ts';
import { readDocument, type ReadContext } from './read-document.ts';
import type { Context } from '../model/context.ts';
import type { DocumentParser } from '../parser/document-parser.ts';

/** How often a robots.txt that is not there yet is asked for again, and the longest pause before that in milliseconds. */
const TRIES = 3;
const LONGEST_PAUSE_MS = 2000;

type RobotsNowContext = Pick<Context, 'robotsFor' | 'pause'>;

/** Returns the rules of an address's robots.txt for a request that cannot be put back. Throws RobotsDisallowedError if they are late. */
export const robotsNow = async (
  { robotsFor, pause }: RobotsNowContext,
  url: string,
): Promise<RobotsRules> => {
  for (let tries = 0; ; tries += 1) {
    const rules = await robotsFor(url);
    if (!('wait_ms' in rules)) return rules;
    if (tries === TRIES || !(await pause(Math.min(rules.wait_ms, LONGEST_PAUSE_MS))))
      throw new RobotsDisallowedError('not answered in time');
  }
};

/** Returns the judge of requests for pages and sitemaps: throws RobotsDisallowedError for what robots.txt forbids. */
export const judgePage =
  (ctx: RobotsNowContext): JudgeHop =>
  async (url) => {
    const rule = (await robotsNow(ctx, url.href)).ruleFor(url.href);
    if (rule !== null) throw new RobotsDisallowedError(rule);
  };

/**
 * Returns the response with a list of pages: the given one, or that of the newest sitemap that an index names, without
 * an ETag and date, so that the index is read in full the next time and leads to whichever is the newest then.
 */
export const withNewestSitemap = async (
  { fetch, parser }: Pick<Context, 'fetch'> & { parser: Pick<DocumentParser, 'readSitemap'> },
  response: OutboundResponse,
): Promise<OutboundResponse> => {
  const index = await parser.readSitemap(response.body, response.headers['content-type'] ?? null);
  const [newest] = furtherSitemaps(index);
  if (newest === undefined) return response;
  const further = await fetch({ url: newest, headers: { accept: acceptFeed } });
  const { etag: _etag, 'last-modified': _date, ...headers } = further.headers;
  return { ...further, headers, redirects: response.redirects };
};

/** The context for finding what can be followed of a site without a feed. */
export type ListingContext = Pick<Context, 'fetch' | 'robotsFor' | 'pause'> & {
  parser: ReadContext['parser'] & Pick<DocumentParser, 'readSitemap'>;
};

/**
 * The lists and sitemaps that a reader can follow on a site without a feed; `none` says why there is no list of
 * headlines.
 */
type FoundListings = { candidates: FeedCandidate[]; none: NoneFound | null };

/** Number of items shown of a list. */
const SHOWN = 5;
/** The fewest pages of a sitemap that is offered, and the share of them that must have a date. */
const LEAST_PAGES = 3;
const LEAST_DATED = 0.5;
const MAX_SITEMAPS = 2;

const documentOf = ({ body, headers, url }: OutboundResponse): DocumentPage => ({
  bytes: body,
  contentType: headers['content-type'] ?? null,
  url,
});

const pageCandidates = async (
  { parser }: ListingContext,
  { address, response }: Page,
): Promise<FoundListings> => {
  const { title, lists, why_none } = await parser.learnListing(documentOf(response));
  const { url } = movedAddress(response) ?? address;
  const candidates = lists.map(({ pattern_id, items }) => ({
    url: feedAddress(listingAddress(url, { kind: 'page', pattern_id })).url,
    title,
    format: 'page' as const,
    preview: listPreview(items, SHOWN),
    item_count: items.length,
  }));
  return {
    candidates,
    none: why_none === null ? null : { why: why_none, message: noListingSentences[why_none] },
  };
};

const disallowed = ({ message }: RobotsDisallowedError): FoundListings => ({
  candidates: [],
  none: { why: 'robots_disallowed', message },
});

/** Returns the folder of a page's address, under which its sitemap's pages are wanted; null for a front page. */
const folderOf = (pageUrl: string): string | null => {
  const { pathname } = new URL(pageUrl);
  const folder = pathname.slice(0, pathname.lastIndexOf('/') + 1);
  return folder === '/' ? null : folder;
};

const isDated = ({ items }: ParsedFeed): boolean =>
  items.length >= LEAST_PAGES &&
  items.filter((item) => (item.published_at ?? item.updated_at) !== null).length >=
    items.length * LEAST_DATED;

/** Returns the sitemap at an address as a candidate, of the pages under a path if there are any; null if it is none. */
const sitemapCandidate = async (
  ctx: ListingContext,
  fetch: GuardedFetch,
  url: string,
  paths: (string | null)[],
): Promise<FeedCandidate | null> => {
  try {
    const asked = await fetch({ url });
    if (asked.status !== 200) return null;
    const response = await withNewestSitemap({ ...ctx, fetch }, asked);
    for (const path of paths) {
      const { feed } = await ctx.parser.pageToFeed(documentOf(response), { kind: 'sitemap', path });
      if (!isDated(feed)) continue;
      return {
        url: feedAddress(listingAddress(url, { kind: 'sitemap', path })).url,
        title: feed.title,
        format: 'sitemap',
        preview: listPreview(newestFirst(feed.items), SHOWN),
        item_count: feed.items.length,
      };
    }
    return null;
  } catch (error) {
    if (error instanceof ParseError) return null;
    throw error;
  }
};

/**
 * Finds what can be followed of a site without a feed, as far as its robots.txt allows: the lists of headlines of the
 * page, the best first, and the first sitemap with dates, of those that robots.txt names and `/sitemap.xml`.
 */
export const findListings = async (
  ctx: ListingContext,
  requests: Pick<Requests, 'within'>,
  page: Page,
): Promise<FoundListings> => {
  const { url } = page.response;
  try {
    const rules = await robotsNow(ctx, url);
    const rule = rules.ruleFor(url);
    const lists =
      rule === null ? await pageCandidates(ctx, page) : disallowed(new RobotsDisallowedError(rule));
    const folder = folderOf(url);
    const sitemaps = [...new Set([...rules.sitemaps, new URL('/sitemap.xml', url).href])];
    for (const sitemap of sitemaps.filter((one) => rules.ruleFor(one) === null).slice(0, MAX_SITEMAPS)) {
      const paths = folder === null ? [null] : [folder, null];
      const found = await requests.within((fetch) => sitemapCandidate(ctx, fetch, sitemap, paths));
      if (found !== null) return { candidates: [...lists.candidates, found], none: null };
    }
    return lists;
  } catch (error) {
    if (error instanceof RobotsDisallowedError) return disallowed(error);
    throw error;
  }
};

/**
 * Reads the list of a page, or the sitemap, that an address names, as robots.txt allows; null for any other address.
 * Throws OutboundError, HttpStatusError, ParseError and RobotsDisallowedError.
 */
export const listAt = async (
  ctx: ListingContext,
  { url, feed_id }: FeedAddress,
): Promise<FoundFeed | null> => {
  const listing = listingIn(url);
  if (listing === null) return null;
  const judgeHop = judgePage(ctx);
  const request: GuardedFetch = (what) => ctx.fetch({ ...what, judgeHop });
  const asked = await request({ url: requestAddress(url), headers: { accept: acceptFeed } });
  if (asked.status < 200 || asked.status > 299) throw new HttpStatusError(asked.status);
  const response =
    listing.kind === 'sitemap' ? await withNewestSitemap({ ...ctx, fetch: request }, asked) : asked;
  const { parsed, source } = await readDocument(ctx, { url, source: null }, documentOf(response));
  const moved = movedAddress(asked);
  const address = moved === null ? { url, feed_id } : feedAddress(listingAddress(moved.url, listing));
  return { ...address, response, parsed, source };
};
