import type { CrawlCost, CrawlSettings } from '../contract/index.ts';
import { CONNECTING_MS } from '../web/turns/pace.ts';
import { donePages, type CrawlFigures } from '../model/crawl/crawl.ts';

/*
 * The cost of a crawl on AWS, in us-east-1 on demand. The units of a page are those that docs/cost.md derives: its item
 * with its index rows when it is queued, claimed and done, its figures, and its share of the slices of the job.
 */
const WRITE_UNIT_USD = 0.625e-6;
const READ_UNIT_USD = 0.125e-6;
const QUEUE_REQUEST_USD = 0.4e-6;
const GB_SECOND_USD = 16.6667e-6;
const INVOCATION_USD = 0.2e-6;

const WRITES_A_PAGE = 17;
const READS_A_PAGE = 40;
/** A message is sent, received and deleted; one in two has to wait for its turn once. */
const QUEUE_REQUESTS_A_PAGE = 5;
/** Seconds of a function of 1 GB for a page: waiting for the answer, and reading it. */
const SECONDS_A_PAGE = 1;

const WRITES_A_SLICE = 3;
const READS_A_SLICE = 10;
const QUEUE_REQUESTS_A_SLICE = 3;
const SECONDS_A_SLICE = 0.05;
const BYTES_A_WRITE = 1024;
/** Bytes that the links of a page take as stored, where they are not known yet. */
const LINK_BYTES_A_PAGE = 4096;
/** Requests to a host besides its pages: robots.txt and a sitemap. */
const REQUESTS_A_HOST = 2;

type Work = { pages: number; slices: number; linkBytes: number };

/** Returns the price in US dollars, rounded to a millionth. */
const priceOf = ({ pages, slices, linkBytes }: Work): number => {
  const writes = pages * WRITES_A_PAGE + slices * WRITES_A_SLICE + linkBytes / BYTES_A_WRITE;
  const reads = pages * READS_A_PAGE + slices * READS_A_SLICE;
  const queue = pages * QUEUE_REQUESTS_A_PAGE + slices * QUEUE_REQUESTS_A_SLICE;
  const seconds = pages * SECONDS_A_PAGE + slices * SECONDS_A_SLICE;
  const usd =
    writes * WRITE_UNIT_USD +
    reads * READ_UNIT_USD +
    queue * QUEUE_REQUEST_USD +
    seconds * GB_SECOND_USD +
    (pages * 1.5 + slices) * INVOCATION_USD;
  return Math.round(usd * 1e6) / 1e6;
};

/** Returns what a crawl takes if it finds as many pages as its limit and each is answered at once. */
export const estimateOf = ({ seeds, limit, delay_ms, concurrency }: CrawlSettings): CrawlCost => {
  const hosts = new Set(seeds.flatMap((seed) => URL.parse(seed)?.host ?? [])).size || 1;
  const requests = limit + hosts * REQUESTS_A_HOST;
  // Each host is asked once in `delay_ms` and the time that `web/turns/pace.ts` adds for its connection; a slice gives out at
  // most `concurrency` pages a second.
  const pace_ms = delay_ms === 0 ? 0 : delay_ms + CONNECTING_MS;
  const seconds = Math.ceil(Math.max(((requests / hosts) * pace_ms) / 1000, requests / concurrency));
  return {
    requests,
    seconds,
    usd: priceOf({ pages: limit, slices: seconds, linkBytes: limit * LINK_BYTES_A_PAGE }),
  };
};

/** Returns what a crawl has taken so far. */
export const spentOf = (
  figures: Pick<
    CrawlFigures,
    'completed' | 'errors' | 'disallowed' | 'slices' | 'link_bytes' | 'requests' | 'wire_bytes'
  >,
  seconds: number,
): CrawlCost & { bytes: number } => {
  const { slices, link_bytes, requests, wire_bytes } = figures;
  const pages = Math.max(requests, donePages(figures));
  return {
    requests,
    seconds,
    bytes: wire_bytes,
    usd: priceOf({ pages, slices, linkBytes: link_bytes }),
  };
};
