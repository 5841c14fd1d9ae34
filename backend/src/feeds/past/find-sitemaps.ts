import type { Context } from '../../model/context.ts';
import type { Feed } from '../../model/feed/feed.ts';
import type { DocumentParser } from '../../parser/document-parser.ts';
import { furtherSitemaps } from '../../parser/listing/sitemap.ts';
import { ParseError } from '../../parser/fields/parsed-feed.ts';
import { HttpStatusError, RobotsDisallowedError } from '../../discovery/errors.ts';
import { judgePage, robotsNow } from '../../discovery/find-listings.ts';
import { acceptFeed } from '../../web/fetch/headers.ts';
import { OutboundError } from '../../web/guard/guarded-fetch.ts';
import { pagesUnder } from './take-page.ts';

/** Sitemaps of a site that are requested at most: those that robots.txt or the site names, and of an index the most fitting ones. */
const MOST_NAMED = 2;
const MOST_FURTHER = 4;
/** Time limits in milliseconds of each request, and of all: a reader waits. After it, no further sitemap is requested. */
const TIMEOUT_MS = 5000;
const SEARCH_MS = 15_000;

export type SitemapContext = Pick<Context, 'fetch' | 'robotsFor' | 'now' | 'pause'> & {
  parser: Pick<DocumentParser, 'readSitemap'>;
};

/** The sitemaps that list pages of a feed's site, and the number of these pages. */
export type FoundSitemaps = { site: string; sitemaps: string[]; pages: number };

/** Returns the site of a feed: the one that its document names, or the host of the feed. */
const siteOf = ({ site_url, url }: Pick<Feed, 'site_url' | 'url'>): string =>
  site_url ?? new URL('/', url).href;

/**
 * Finds the sitemaps with the pages of a feed's site: those that robots.txt names and `/sitemap.xml`, and of an index those of posts
 * first. At most six requests, as robots.txt allows. Returns null if there are none with pages.
 */
export const findSitemaps = async (
  ctx: SitemapContext,
  feed: Pick<Feed, 'site_url' | 'url'>,
): Promise<FoundSitemaps | null> => {
  const site = siteOf(feed);
  const judgeHop = judgePage(ctx);
  const deadline = ctx.now().getTime() + SEARCH_MS;
  const read = async (url: string) => {
    if (ctx.now().getTime() > deadline) return null;
    try {
      const headers = { accept: acceptFeed };
      const {
        status,
        body,
        headers: sent,
      } = await ctx.fetch({ url, headers, judgeHop, timeoutMs: TIMEOUT_MS });
      return status === 200 ? await ctx.parser.readSitemap(body, sent['content-type'] ?? null) : null;
    } catch (error) {
      if (error instanceof OutboundError || error instanceof ParseError) return null;
      if (error instanceof RobotsDisallowedError || error instanceof HttpStatusError) return null;
      throw error;
    }
  };
  const named = await namedSitemaps(ctx, site);
  for (const address of named) {
    const first = await read(address);
    if (first === null) continue;
    const found: FoundSitemaps = { site, sitemaps: [], pages: 0 };
    const further = furtherSitemaps(first).slice(0, MOST_FURTHER);
    for (const url of first.kind === 'index' ? further : [address]) {
      const sitemap = url === address ? first : await read(url);
      const pages = sitemap === null ? 0 : pagesUnder(sitemap, site).length;
      if (pages === 0) continue;
      found.sitemaps.push(url);
      found.pages += pages;
    }
    if (found.pages > 0) return found;
  }
  return null;
};

const namedSitemaps = async (ctx: SitemapContext, site: string): Promise<string[]> => {
  try {
    const { sitemaps } = await robotsNow(ctx, site);
    return [...new Set([...sitemaps, new URL('/sitemap.xml', site).href])].slice(0, MOST_NAMED);
  } catch (error) {
    if (error instanceof RobotsDisallowedError) return [];
    throw error;
  }
};
