import { z } from 'zod';
import { jobId, page, timestamp } from '../schemas/common.ts';
import { jobState } from '../schemas/jobs.ts';
import { crawlCost, crawlSettings } from './crawl-settings.ts';

/** The first 16 hex digits of SHA-256 over the address of a page as the crawl normalises it. */
export const crawlPageId = z.string().regex(/^[0-9a-f]{16}$/, 'a page_id has 16 hex digits');

/** A 64-bit SimHash of a page's text: near-duplicates differ in at most 3 bits. */
export const contentHash = z.string().regex(/^[0-9a-f]{16}$/, 'a content_hash has 16 hex digits');

/**
 * queued: waits for its turn. processing: claimed by a worker. completed: a server answered, whatever its status.
 * error: there is no answer. disallowed: robots.txt forbids the page or could not be read; `last_error_message` says
 * which rule or why.
 */
export const crawlPageState = z.enum(['queued', 'processing', 'completed', 'error', 'disallowed']);

const queueStatus = z.object({
  state: crawlPageState,
  count: z.int().min(0),
  /** The time when the page that is longest in this state was found; null if there is none. */
  oldest_at: timestamp.nullable(),
  newest_at: timestamp.nullable(),
});

/**
 * The reason why an address that a page names is not asked. scope: another site. pattern: excluded or not included.
 * depth, limit: beyond the crawl's. nofollow: the page or link says so. trap: one of endlessly many addresses.
 */
export const leftOutReason = z.enum(['scope', 'pattern', 'depth', 'limit', 'nofollow', 'trap']);

const crawl = z.object({
  /** The id of the job that runs the crawl. */
  crawl_id: jobId,
  state: jobState,
  settings: crawlSettings,
  created_at: timestamp,
  /** Null while the crawl runs. */
  ended_at: timestamp.nullable(),
  /** The time when the crawl and its pages are deleted, 30 days after it was started. */
  expires_at: timestamp,
  /** Number of pages found so far, in every state. Sitemaps count nowhere. */
  found: z.int().min(0),
  /** Number of pages that are completed, have an error or are disallowed. */
  done: z.int().min(0),
  /** Links to addresses that are not asked, by reason, each counted once for each page that has one. */
  left_out: z.record(leftOutReason, z.int().min(0)),
  estimate: crawlCost,
  spent: crawlCost.extend({
    /** Bytes received from other servers, as transferred. */
    bytes: z.int().min(0),
  }),
  /** The reason in English why the crawl failed or ended early; null otherwise. */
  reason: z.string().nullable(),
});

/** A crawl with the state of its queue. */
export const crawlDetails = crawl.extend({
  queue: z.array(queueStatus).length(crawlPageState.options.length),
});

/** One redirect of a chain: the address that was asked, and the status with which it led on. */
const redirectHop = z.object({ url: z.string(), status: z.int() });

/**
 * An error of one attempt. robots: the reason of a page that is disallowed. network: no connection or a broken
 * one. timeout. too_large. refused: a private or unusable address. parse: the document cannot be read. status: an
 * answer that asks to come later (429, 502, 503, 504). lost: the worker ended before the page did. redirect: it leads
 * nowhere.
 */
export const crawlErrorType = z.enum([
  'robots',
  'network',
  'timeout',
  'too_large',
  'refused',
  'parse',
  'status',
  'lost',
  'redirect',
]);

export const crawlError = z.object({
  page_id: crawlPageId,
  url: z.string(),
  /** Number of the attempt, from 1. */
  attempt: z.int().min(1),
  type: crawlErrorType,
  message: z.string(),
  occurred_at: timestamp,
});

/** A page of a crawl: what is known when it is queued, and the facts once it is done; null is unknown. */
export const crawlPage = z.object({
  page_id: crawlPageId,
  url: z.string(),
  host: z.string(),
  state: crawlPageState,
  /** A sitemap is read for its addresses and does not count as a page. */
  role: z.enum(['page', 'sitemap']),
  /** Number of links from a seed by the shortest way found; a sitemap counts as a link of a seed. */
  depth: z.int().min(0),
  added_at: timestamp,
  /** The time when the last attempt ended. */
  crawled_at: timestamp.nullable(),
  /** Number of attempts that failed. */
  retry_count: z.int().min(0),
  last_error_type: crawlErrorType.nullable(),
  last_error_message: z.string().nullable(),

  status_code: z.int().nullable(),
  /** The address to which the page redirects. */
  redirect_url: z.string().nullable(),
  /** The redirects by which the crawl first came here, in order. */
  redirect_chain: z.array(redirectHop),
  ttfb_ms: z.int().min(0).nullable(),
  download_ms: z.int().min(0).nullable(),
  /** Bytes after decoding. */
  body_bytes: z.int().min(0).nullable(),
  /** Bytes as transferred. */
  wire_bytes: z.int().min(0).nullable(),
  content_type: z.string().nullable(),
  /** The header `content-length`, in bytes. */
  content_length: z.int().min(0).nullable(),
  content_encoding: z.string().nullable(),
  /** The header `last-modified` as the server wrote it. */
  last_modified: z.string().nullable(),
  server: z.string().nullable(),

  title: z.string().nullable(),
  meta_description: z.string().nullable(),
  /** Directives for robots, of the page and of the header X-Robots-Tag. */
  meta_robots: z.string().nullable(),
  canonical_url: z.string().nullable(),
  h1: z.string().nullable(),
  language: z.string().nullable(),
  content_hash: contentHash.nullable(),
  word_count: z.int().min(0).nullable(),
  schema_type: z.string().nullable(),
  og_type: z.string().nullable(),
  published_at: timestamp.nullable(),
  modified_at: timestamp.nullable(),
  image_url: z.string().nullable(),
  /** True if the document was longer than what is read of one. */
  is_truncated: z.boolean(),
  /** True if the page asks not to be indexed. Its facts are kept, its text hash is not. */
  is_noindex: z.boolean(),
  /** Number of links on the page, each target counted once. */
  links: z.int().min(0).nullable(),
});

export const crawlLinkType = z.enum([
  'internal',
  'external',
  'image',
  'script',
  'style',
  'alternate',
  'canonical',
]);

/** A link; a pair of source and target comes once. */
export const crawlLink = z.object({
  source_id: crawlPageId,
  source_url: z.string(),
  target_url: z.string(),
  /** Null if the target is not a page of this crawl. */
  target_id: crawlPageId.nullable(),
  target_state: crawlPageState.nullable(),
  target_status_code: z.int().nullable(),
  text: z.string(),
  type: crawlLinkType,
  rel: z.string().nullable(),
  /** Place among the links of the page, from 0. */
  position: z.int().min(0),
});

/** Pages whose texts are equal or differ in at most 3 bits of their SimHash. */
const duplicateGroup = z.object({
  content_hash: contentHash,
  /** True if the hashes are all equal. */
  is_exact: z.boolean(),
  pages: z.array(
    crawlPage.pick({ page_id: true, url: true, title: true, canonical_url: true, content_hash: true }),
  ),
});

export const crawlsPage = page(crawl);
export const crawlPagesPage = page(crawlPage);
export const crawlLinksPage = page(crawlLink);
export const crawlErrorsPage = page(crawlError);
export const duplicateGroupsPage = page(duplicateGroup);

export type CrawlPageState = z.infer<typeof crawlPageState>;
export type LeftOutReason = z.infer<typeof leftOutReason>;
export type Crawl = z.infer<typeof crawl>;
export type CrawlDetails = z.infer<typeof crawlDetails>;
export type CrawlErrorType = z.infer<typeof crawlErrorType>;
export type CrawlError = z.infer<typeof crawlError>;
export type CrawlPage = z.infer<typeof crawlPage>;
export type CrawlLinkType = z.infer<typeof crawlLinkType>;
export type CrawlLink = z.infer<typeof crawlLink>;
export type DuplicateGroup = z.infer<typeof duplicateGroup>;
