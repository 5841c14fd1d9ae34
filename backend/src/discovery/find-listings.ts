import type { FeedCandidate } from '../contract/index.ts';
import { noListingSentences } from '../model/feed/failure-sentences.ts';
import { feedAddress } from '../model/feed/feed-url.ts';
import { listingAddress } from '../model/listing/listing-address.ts';
import type { GuardedFetch, OutboundResponse } from '../web/guard/guarded-fetch.ts';
import { ParseError, type ParsedFeed } from '../parser/fields/parsed-feed.ts';
import type { LearnListing, PageToFeed } from '../parser/listing/page-to-feed.ts';
import type { ReadSitemap } from '../parser/listing/sitemap.ts';
import type { Page as DocumentPage } from '../parser/pages/page-links.ts';
import type { RobotsFor } from '../web/robots/robots-for.ts';
import { RobotsDisallowedError, type NoneFound } from './errors.ts';
import { movedAddress } from './permanent-move.ts';
import { listPreview, newestFirst } from './list-preview.ts';
import type { Page, Requests } from './requests.ts';
import { robotsNow } from './judge-page.ts';
import { withNewestSitemap } from './sitemap-index.ts';

/** The reader of pages and sitemaps, and the robots.txt that allows them. */
export type ListingDeps = {
  learnListing: LearnListing;
  pageToFeed: PageToFeed;
  readSitemap: ReadSitemap;
  robotsFor: RobotsFor;
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

export const documentOf = ({ body, headers, url }: OutboundResponse): DocumentPage => ({
  bytes: body,
  contentType: headers['content-type'] ?? null,
  url,
});

const pageCandidates = async (
  { learnListing }: ListingDeps,
  { address, response }: Page,
): Promise<FoundListings> => {
  const { title, lists, why_none } = await learnListing(documentOf(response));
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
  deps: ListingDeps,
  fetch: GuardedFetch,
  url: string,
  paths: (string | null)[],
): Promise<FeedCandidate | null> => {
  try {
    const asked = await fetch({ url });
    if (asked.status !== 200) return null;
    const response = await withNewestSitemap({ fetch, readSitemap: deps.readSitemap }, asked);
    for (const path of paths) {
      const { feed } = await deps.pageToFeed(documentOf(response), { kind: 'sitemap', path });
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
  deps: ListingDeps,
  requests: Pick<Requests, 'within'>,
  page: Page,
): Promise<FoundListings> => {
  const { url } = page.response;
  try {
    const rules = await robotsNow(deps.robotsFor, url);
    const rule = rules.ruleFor(url);
    const lists =
      rule === null ? await pageCandidates(deps, page) : disallowed(new RobotsDisallowedError(rule));
    const folder = folderOf(url);
    const sitemaps = [...new Set([...rules.sitemaps, new URL('/sitemap.xml', url).href])];
    for (const sitemap of sitemaps.filter((one) => rules.ruleFor(one) === null).slice(0, MAX_SITEMAPS)) {
      const paths = folder === null ? [null] : [folder, null];
      const found = await requests.within((fetch) => sitemapCandidate(deps, fetch, sitemap, paths));
      if (found !== null) return { candidates: [...lists.candidates, found], none: null };
    }
    return lists;
  } catch (error) {
    if (error instanceof RobotsDisallowedError) return disallowed(error);
    throw error;
  }
};
