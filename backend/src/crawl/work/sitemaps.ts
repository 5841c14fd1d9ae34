import type { CrawlPageRecord } from '../../model/crawl/crawl-page.ts';
import { ParseError } from '../../parser/fields/parsed-feed.ts';
import { type Admit, pageAddress } from '../frontier/admit.ts';
import type { RunningCrawl } from '../frontier/rules.ts';
import type { PageAnswer } from '../../web/request-page.ts';
import type { ReadSitemap } from '../../parser/listing/sitemap.ts';
import type { RobotsFor } from '../../web/robots/robots-for.ts';
import { failed, type Outcome } from './record-outcome.ts';

/** The most sitemaps that one robots.txt or one index of sitemaps adds. */
const MOST_SITEMAPS = 20;
/** The most addresses that are looked at in one sitemap, for each page of the limit. */
const ADDRESSES_A_PAGE = 10;
/** The deepest an index of sitemaps may be in other indexes. */
const DEEPEST_INDEX = 2;

type Answered = Extract<PageAnswer, { outcome: 'answered' }>;

export type ReadSitemaps = {
  /** Queues the sitemaps of a page's site. Returns how long to wait if it is not known yet which there are. */
  find: (running: RunningCrawl, page: CrawlPageRecord) => Promise<{ wait_ms: number } | null>;
  /** Queues the pages or sitemaps that a sitemap names. */
  read: (running: RunningCrawl, page: CrawlPageRecord, answer: Answered) => Promise<Outcome>;
};

type SitemapDeps = { admit: Admit; robotsFor: RobotsFor; readSitemap: ReadSitemap };

/** Returns the addresses of sitemaps in scope. Patterns are about pages, so they do not apply. */
const sitemapAddresses = ({ isInScope }: RunningCrawl, urls: readonly string[]) =>
  urls
    .flatMap((url) => pageAddress(url) ?? [])
    .filter(({ url }) => isInScope(url))
    .slice(0, MOST_SITEMAPS);

/** Creates the functions that find sitemaps and read them. */
export const createReadSitemaps = ({ admit, robotsFor, readSitemap }: SitemapDeps): ReadSitemaps => ({
  find: async (running, page) => {
    const named = await robotsFor(page.url, { delay_ms: running.crawl.settings.delay_ms });
    if ('wait_ms' in named) return named;
    const urls = named.sitemaps.length > 0 ? named.sitemaps : [new URL('/sitemap.xml', page.url).href];
    const addresses = sitemapAddresses(running, urls);
    await admit(running, addresses, { depth: 0, role: 'sitemap', redirect_chain: [] });
    return null;
  },
  read: async (running, page, { response }) => {
    const { status, headers, body, facts } = response;
    try {
      const { kind, urls } = await readSitemap(body, headers['content-type'] ?? null);
      if (kind === 'index') {
        const addresses =
          page.depth < DEEPEST_INDEX
            ? sitemapAddresses(
                running,
                urls.map(({ url }) => url),
              )
            : [];
        await admit(running, addresses, { depth: page.depth + 1, role: 'sitemap', redirect_chain: [] });
      } else {
        const looked = urls.slice(0, running.crawl.settings.limit * ADDRESSES_A_PAGE);
        const { addresses } = running.judge(looked.map(({ url }) => url));
        const isDeepEnough = running.crawl.settings.depth >= 1;
        await admit(running, isDeepEnough ? addresses : [], { depth: 1, role: 'page', redirect_chain: [] });
      }
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      return failed({ type: 'parse', message: error.message });
    }
    return {
      kind: 'done',
      result: {
        state: 'completed',
        status_code: status,
        content_type: headers['content-type'] ?? null,
        ttfb_ms: Math.round(facts.ttfb_ms),
        download_ms: Math.round(facts.download_ms),
        body_bytes: facts.body_bytes,
        wire_bytes: facts.wire_bytes,
      },
      links: null,
      redirect: null,
      error: null,
    };
  },
});
