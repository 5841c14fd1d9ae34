import { z } from 'zod';
import { crawlPage } from '../../contract/index.ts';
import type { CrawlPageRecord } from '../../model/crawl/crawl-page.ts';
import { absentAsFalse, absentAsNull, compact, cutToBytes, keyed, parseItem } from '../table/items.ts';
import { crawlPageIndexKeys, crawlPageKey, idIn, type Key } from '../table/keys.ts';
import type { Item } from '../table/table.ts';

const text = absentAsNull(z.string());
const number = absentAsNull(z.number());

const pageSchema = keyed
  .extend({
    url: z.string(),
    host: z.string(),
    state: crawlPage.shape.state,
    role: crawlPage.shape.role.default('page'),
    depth: z.int(),
    added_at: z.string(),
    due_at: z.string(),
    crawled_at: text,
    retry_count: z.int().default(0),
    last_error_type: crawlPage.shape.last_error_type.default(null),
    last_error_message: text,
    owner: text,
    lease_until: text,
    status_code: number,
    redirect_url: text,
    redirect_chain: crawlPage.shape.redirect_chain.default([]),
    ttfb_ms: number,
    download_ms: number,
    body_bytes: number,
    wire_bytes: number,
    content_type: text,
    content_length: number,
    content_encoding: text,
    last_modified: text,
    server: text,
    title: text,
    meta_description: text,
    meta_robots: text,
    canonical_url: text,
    h1: text,
    language: text,
    content_hash: text,
    word_count: number,
    schema_type: text,
    og_type: text,
    published_at: text,
    modified_at: text,
    image_url: text,
    is_truncated: absentAsFalse,
    is_noindex: absentAsFalse,
    links: number,
    ttl: z.int(),
  })
  .transform(({ PK, SK, ...rest }): CrawlPageRecord => ({ crawl_id: idIn(PK), page_id: idIn(SK), ...rest }));

export const pageFromItem = (item: Item): CrawlPageRecord => parseItem(pageSchema, item);

/** The longest texts in bytes. Together with two addresses of 2 KB they keep a page far below the largest item. */
const longest: Readonly<Record<string, number>> = {
  title: 1000,
  meta_description: 2000,
  meta_robots: 300,
  h1: 1000,
  language: 40,
  schema_type: 200,
  og_type: 200,
  content_type: 200,
  content_encoding: 60,
  last_modified: 60,
  server: 200,
  last_error_message: 500,
  canonical_url: 2048,
  image_url: 2048,
  redirect_url: 2048,
};

/** Returns the values with texts cut to what is stored of them. Addresses that are too long are left out instead. */
export const fitted = (values: Item): Item =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const most = longest[name];
      if (most === undefined || typeof value !== 'string') return [name, value];
      if (name.endsWith('_url') && Buffer.byteLength(value) > most) return [name, null];
      return [name, cutToBytes(value, most)];
    }),
  );

/** Returns the attributes by which the indexes order a page; null where it is in none. */
export const indexAttributes = (page: CrawlPageRecord) => {
  const { ttfb_ms, download_ms, state, content_hash } = page;
  const isDone = state === 'completed';
  return crawlPageIndexKeys({
    ...page,
    status_code: isDone ? page.status_code : null,
    content_hash: isDone ? content_hash : null,
    duration_ms: isDone && ttfb_ms !== null ? Math.round(ttfb_ms + (download_ms ?? 0)) : null,
  });
};

export const pageToItem = (page: CrawlPageRecord): Item & Key => {
  const { crawl_id, page_id, role, redirect_chain, retry_count, ...attributes } = page;
  return {
    ...crawlPageKey(crawl_id, page_id),
    ...compact({
      ...fitted(attributes),
      role: role === 'page' ? null : role,
      redirect_chain: redirect_chain.length === 0 ? null : redirect_chain,
      retry_count: retry_count === 0 ? null : retry_count,
      ...indexAttributes(page),
    }),
  };
};
