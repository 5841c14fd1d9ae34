import { deleteOldest } from '../../lib/memory.ts';
import { digest } from '../../lib/digest.ts';
import { normalisePercent, queryWithoutTracking } from '../../model/article/canonical-link.ts';
import type { CrawlPage } from '../../contract/index.ts';
import type { Context } from '../../model/context.ts';
import type { CrawlPageRecord } from '../../model/crawl/crawl-page.ts';
import type { LeftOut, RunningCrawl } from './rules.ts';
import { variantPath } from './traps.ts';

/** The most crawls and the most pages of one of them that a process remembers. */
const MOST_CRAWLS = 4;
const MOST_PAGES = 50_000;

/**
 * The pages that this process has seen in the table, with the least depth that it saw. It spares a read for each link to
 * a page that is known, of which a site has very many; a page that is not in it may be known all the same.
 */
export type KnownPages = {
  depthOf: (crawlId: string, pageId: string) => number | undefined;
  note: (crawlId: string, pageId: string, depth: number) => void;
};

export const createKnownPages = (): KnownPages => {
  const crawls = new Map<string, Map<string, number>>();
  const pagesOf = (crawlId: string): Map<string, number> => {
    const pages = crawls.get(crawlId) ?? new Map<string, number>();
    // A map keeps the order of insertion, so the first crawl is the one that was not used for longest.
    crawls.delete(crawlId);
    crawls.set(crawlId, pages);
    deleteOldest(crawls, MOST_CRAWLS);
    return pages;
  };
  return {
    depthOf: (crawlId, pageId) => crawls.get(crawlId)?.get(pageId),
    note: (crawlId, pageId, depth) => {
      const pages = pagesOf(crawlId);
      if (pages.size >= MOST_PAGES) pages.clear();
      pages.set(pageId, Math.min(depth, pages.get(pageId) ?? depth));
    },
  };
};

/** The longest address that a crawl asks, in characters. */
const LONGEST = 2048;
const ID_DIGITS = 16;

/** An address in the form in which a crawl knows it. */
export type PageAddress = { url: string; page_id: string; host: string };

// A session's id makes a new address of the same page at every visit.
const sessionInPath = /;jsessionid=[^/?#;]*/gi;
const sessionParameter = /^(?:jsessionid|phpsessid|aspsessionid[a-z]*|cfid|cftoken|sid=[0-9a-f]{32})(?:=|$)/i;

/**
 * Returns the address of a page as a crawl knows it, by which a page is asked once: without fragment, tracking parameters
 * and session ids, with normalised percent-encoding. The order of parameters and a slash at the end stay, since servers
 * may tell such pages apart. Returns null for what is no page of the web: other schemes, user names, more than 2,048
 * characters.
 */
export const pageAddress = (text: string, base?: string): PageAddress | null => {
  const url = URL.parse(text.trim(), base);
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '') return null;
  if (url.username !== '' || url.password !== '') return null;
  const path = normalisePercent(url.pathname).replace(sessionInPath, '');
  const query = queryWithoutTracking(url.search)
    .split('&')
    .filter((parameter) => !sessionParameter.test(parameter))
    .join('&');
  const address = `${url.origin}${path}${query === '' ? '' : `?${query}`}`;
  if (address.length > LONGEST) return null;
  return { url: address, page_id: digest(ID_DIGITS, address), host: url.host };
};

export type AdmitContext = Pick<Context, 'crawls' | 'crawlPages' | 'now'> & { knownPages: KnownPages };

/** The way in which pages were found. */
export type Finding = Pick<CrawlPage, 'depth' | 'role' | 'redirect_chain'>;

type Admitted = {
  left: LeftOut;
  /** Known pages to which this is a shorter way. */
  nearer: CrawlPageRecord[];
};

/** Splits addresses into those that are not known and the known pages to which this is a shorter way. */
const sortOut = async (
  { crawlPages, knownPages }: AdmitContext,
  crawlId: string,
  addresses: PageAddress[],
  depth: number,
): Promise<{ unknown: PageAddress[]; nearer: CrawlPageRecord[] }> => {
  const asked = addresses.filter(({ page_id }) => (knownPages.depthOf(crawlId, page_id) ?? Infinity) > depth);
  const pages = await crawlPages.getMany(
    crawlId,
    asked.map(({ page_id }) => page_id),
  );
  for (const page of pages) knownPages.note(crawlId, page.page_id, page.depth);
  const stored = new Set(pages.map(({ page_id }) => page_id));
  return {
    unknown: asked.filter(({ page_id }) => !stored.has(page_id)),
    nearer: pages.filter((page) => page.depth > depth),
  };
};

/** Returns the addresses of which their path does not have too many with another query. */
const withoutVariants = async (
  { crawls }: AdmitContext,
  { crawl, mostVariants }: RunningCrawl,
  addresses: PageAddress[],
): Promise<PageAddress[]> => {
  const kept = addresses.filter(({ url }) => variantPath(url) === null);
  const byPath = Map.groupBy(
    addresses.filter(({ url }) => variantPath(url) !== null),
    ({ url }) => variantPath(url) ?? '',
  );
  for (const [path, variants] of byPath) {
    const ids = variants.map(({ page_id }) => page_id);
    const noted = await crawls.noteVariants(crawl, path, ids, mostVariants);
    kept.push(...variants.filter(({ page_id }) => noted.has(page_id)));
  }
  return kept;
};

/** Takes places for pages, first of the share of each host, then of the crawl's limit. Returns those that got one. */
const withPlaces = async (
  { crawls }: AdmitContext,
  { crawl, hostShare }: RunningCrawl,
  addresses: PageAddress[],
): Promise<PageAddress[]> => {
  const shared: PageAddress[] = [];
  for (const [host, ofHost] of Map.groupBy(addresses, (address) => address.host)) {
    const taken = await crawls.takeHostPlaces(crawl, host, ofHost.length, hostShare);
    shared.push(...ofHost.slice(0, taken));
  }
  const taken = await crawls.takePlaces(crawl.crawl_id, shared.length, crawl.settings.limit);
  return shared.slice(0, taken);
};

const count = (number: number, reason: keyof LeftOut): LeftOut => (number === 0 ? {} : { [reason]: number });

/**
 * Queues what is not known yet of a crawl:
 *
 * 1. Leave out what is known. Most links of a site lead to pages that are.
 * 2. Leave out one of too many pages that differ in their query alone.
 * 3. Take places of the host's share and of the limit. A process that dies here leaves places taken that no page has.
 * 4. Write the pages. Of several workers that found one, one writes it; the others give their place back.
 */
export const admit = async (
  ctx: AdmitContext,
  running: RunningCrawl,
  addresses: PageAddress[],
  finding: Finding,
): Promise<Admitted> => {
  const { crawls, crawlPages, knownPages, now } = ctx;
  const { crawl_id, ttl, created_at } = running.crawl;
  const isSitemap = finding.role === 'sitemap';
  const { unknown, nearer } = await sortOut(ctx, crawl_id, addresses, finding.depth);
  if (unknown.length === 0) return { left: {}, nearer };
  const fit = isSitemap ? unknown : await withoutVariants(ctx, running, unknown);
  // Sitemaps have no place, but their host must be among those of the crawl.
  if (isSitemap)
    for (const host of new Set(fit.map((address) => address.host)))
      await crawls.noteHost(running.crawl, host);
  const placed = isSitemap ? fit : await withPlaces(ctx, running, fit);
  // Sitemaps are asked before all pages of their host.
  const added_at = isSitemap ? created_at : now().toISOString();
  const added = await crawlPages.add(
    placed.map((address) => ({ crawl_id, ttl, added_at, ...address, ...finding })),
  );
  for (const { page_id } of placed) knownPages.note(crawl_id, page_id, finding.depth);
  const lost = placed.length - added.size;
  if (!isSitemap && lost > 0) await crawls.count(crawl_id, { found: -lost });
  const left = {
    ...count(unknown.length - fit.length, 'trap'),
    ...count(fit.length - placed.length, 'limit'),
  };
  return { left, nearer };
};
