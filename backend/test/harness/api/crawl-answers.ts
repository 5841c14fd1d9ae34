import type {
  Crawl,
  CrawlDetails,
  CrawlError,
  CrawlLink,
  CrawlPage,
  DuplicateGroup,
} from '../../../src/contract/index.ts';
import { sampleCrawl } from '../samples/crawl-samples.ts';

const time = '2026-01-31T08:00:00.000Z';
const page_id = '0123456789abcdef';
const url = 'https://site.example/';

const cost = { requests: 500, seconds: 500, usd: 0.02 };

export const crawlAnswer: Crawl = {
  crawl_id: '0123abcd4567',
  state: 'running',
  settings: sampleCrawl('local', '0123abcd4567').settings,
  created_at: time,
  ended_at: null,
  expires_at: time,
  found: 3,
  done: 1,
  left_out: { scope: 1, pattern: 0, depth: 0, limit: 0, nofollow: 0, trap: 0 },
  estimate: cost,
  spent: { ...cost, bytes: 1000 },
  reason: null,
};

export const crawlDetailsAnswer: CrawlDetails = {
  ...crawlAnswer,
  queue: (['queued', 'processing', 'completed', 'error', 'disallowed'] as const).map((state) => ({
    state,
    count: 1,
    oldest_at: time,
    newest_at: time,
  })),
};

export const crawlPageAnswer: CrawlPage = {
  page_id,
  url,
  host: 'site.example',
  state: 'completed',
  role: 'page',
  depth: 0,
  added_at: time,
  crawled_at: time,
  retry_count: 0,
  last_error_type: null,
  last_error_message: null,
  status_code: 200,
  redirect_url: null,
  redirect_chain: [],
  ttfb_ms: 20,
  download_ms: 5,
  body_bytes: 4000,
  wire_bytes: 1200,
  content_type: 'text/html; charset=utf-8',
  content_length: 1200,
  content_encoding: 'gzip',
  last_modified: null,
  server: 'nginx',
  title: 'A site',
  meta_description: null,
  meta_robots: null,
  canonical_url: url,
  h1: 'A site',
  language: 'en',
  content_hash: page_id,
  word_count: 120,
  schema_type: null,
  og_type: 'website',
  published_at: null,
  modified_at: null,
  image_url: null,
  is_truncated: false,
  is_noindex: false,
  links: 12,
};

export const crawlLinkAnswer: CrawlLink = {
  source_id: page_id,
  source_url: url,
  target_url: 'https://site.example/gone',
  target_id: page_id,
  target_state: 'completed',
  target_status_code: 404,
  text: 'Gone',
  type: 'internal',
  rel: null,
  position: 3,
};

export const crawlErrorAnswer: CrawlError = {
  page_id,
  url,
  attempt: 1,
  type: 'timeout',
  message: 'site.example did not finish its answer within 30 seconds.',
  occurred_at: time,
};

export const duplicatesAnswer: DuplicateGroup = {
  content_hash: page_id,
  is_exact: true,
  pages: [{ page_id, url, title: 'A site', canonical_url: null, content_hash: page_id }],
};
