import { z } from 'zod';
import { webAddress } from '../schemas/common.ts';

/**
 * A glob: `*` stands for any run of characters, everything else for itself. It is compared with the path and query if
 * it begins with a slash, with the whole address if it has `://`, and otherwise with the address without its scheme.
 */
const glob = z.string().trim().min(1).max(200);

/** The largest values that anybody may ask for. A reader who is not the owner may ask for less: see `crawlAllowed`. */
export const crawlMaximum = { seeds: 100, limit: 10_000, depth: 50, concurrency: 20 } as const;

/**
 * The hosts that a crawl stays on. host: those of the seeds, with and without `www.`. subdomains: these and their
 * subdomains.
 */
export const crawlScope = z.enum(['host', 'subdomains']);

export const crawlSettings = z.strictObject({
  seeds: z.array(webAddress).min(1).max(crawlMaximum.seeds),
  /** If there are any, only addresses that match one of them are asked; seeds are asked in any case. */
  include: z.array(glob).max(20).default([]),
  /** Addresses that match one of them are not asked, seeds included. */
  exclude: z.array(glob).max(20).default([]),
  scope: crawlScope.default('host'),
  /** Largest number of links from a seed to a page; 0 asks the seeds alone. */
  depth: z.int().min(0).max(crawlMaximum.depth).default(10),
  /** Largest number of pages that are asked. */
  limit: z.int().min(1).max(crawlMaximum.limit).default(500),
  /** Largest number of pages in work at once. */
  concurrency: z.int().min(1).max(crawlMaximum.concurrency).default(10),
  /** Largest number of pages of one host in work at once. */
  host_concurrency: z.int().min(1).max(4).default(2),
  /** Shortest time between two requests to one host, in milliseconds. robots.txt may ask for more. */
  delay_ms: z.int().min(1000).max(30_000).default(1000),
  /** Time limit of one request in milliseconds. */
  timeout_ms: z.int().min(1000).max(60_000).default(30_000),
  /** Reads the sitemaps of robots.txt, or /sitemap.xml, before it asks pages. */
  use_sitemaps: z.boolean().default(true),
  /** Sent before Omomi's own user agent, which is sent too. */
  user_agent: z
    .string()
    .trim()
    .regex(/^[\x20-\x7e]{1,200}$/, 'one line of 1 to 200 ASCII characters')
    .optional(),
  /** The robot whose group of robots.txt is obeyed. Default Omomi. The owner alone may choose another. */
  robots_agent: z
    .string()
    .regex(/^[a-z_-]{1,50}$/i, 'a product token of letters, _ and -')
    .optional(),
  /** Hosts that the owner names as their own. */
  own_hosts: z
    .array(
      z
        .string()
        .trim()
        .overwrite((text) => text.toLowerCase())
        .regex(/^[a-z0-9.-]{1,253}$/, 'the name of a host, without scheme, port or path'),
    )
    .max(20)
    .optional(),
  /** False asks pages of `own_hosts` whatever their robots.txt says. The owner alone may, and it is logged. */
  respect_robots: z.boolean().optional(),
});

/** Costs in US dollars at the prices of docs/cost.md. */
export const crawlCost = z.object({
  /** Number of requests to other servers, retries and sitemaps included. */
  requests: z.int().min(0),
  /** Time in seconds, pauses included. */
  seconds: z.int().min(0),
  /** Cost on AWS in US dollars; nothing on a local runner. */
  usd: z.number().min(0),
});

/**
 * The requests, time and cost of a crawl that finds as many pages as its limit, each answered at once. Pages that have
 * to be asked again, and servers that ask for longer pauses, take more.
 */
export const crawlEstimate = z.object({
  expected: crawlCost,
  /** The largest values that this reader may ask for. */
  allowed: z.object({
    seeds: z.int().min(1),
    limit: z.int().min(1),
    depth: z.int().min(0),
    concurrency: z.int().min(1),
  }),
});

export type CrawlSettings = z.output<typeof crawlSettings>;
export type CrawlCost = z.infer<typeof crawlCost>;
export type CrawlEstimate = z.infer<typeof crawlEstimate>;
