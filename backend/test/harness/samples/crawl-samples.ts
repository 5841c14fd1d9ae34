import type { FoundPage } from '../../../src/model/crawl/crawl-page.ts';
import type { CrawlRecord } from '../../../src/model/crawl/crawl.ts';
import { digest } from '../../../src/lib/digest.ts';
import { sampleTime } from './storage-samples.ts';

const TTL = 2_000_000_000;

/** Returns the id of the sample page at a place. */
export const samplePageId = (at: number): string => digest(16, 'page', String(at));

/** Returns a crawl with the default settings. */
export const sampleCrawl = (user_id: string, crawl_id: string): CrawlRecord => ({
  user_id,
  crawl_id,
  settings: {
    seeds: ['https://site.example/'],
    include: [],
    exclude: [],
    scope: 'host',
    depth: 10,
    limit: 500,
    concurrency: 10,
    host_concurrency: 2,
    delay_ms: 1000,
    timeout_ms: 30_000,
    use_sitemaps: true,
  },
  estimate: { requests: 500, seconds: 500, usd: 0.01 },
  created_at: sampleTime(0),
  ended_at: null,
  ttl: TTL,
});

/** Returns a page as it is found, `at` minutes after the crawl began. */
export const sampleFoundPage = (crawl_id: string, at: number, host = 'site.example'): FoundPage => ({
  crawl_id,
  page_id: samplePageId(at),
  url: `https://${host}/${at}`,
  host,
  role: 'page',
  depth: 1,
  added_at: sampleTime(at),
  redirect_chain: [],
  ttl: TTL,
});
