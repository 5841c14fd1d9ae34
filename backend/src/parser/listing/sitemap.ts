import { decoded } from '../../lib/decoded.ts';
import { gunzipSync } from 'node:zlib';
import { Parser } from 'htmlparser2';
import { decodeDocument } from '../encoding/decode.ts';
import { parseDate } from '../fields/dates.ts';
import { newestIndexes } from '../fields/limits.ts';
import { ParseError } from '../fields/parsed-feed.ts';
import { plainText } from '../fields/text.ts';
import type { ListedItem } from './listing-items.ts';

/** An address in a sitemap: of a page, or in an index of another sitemap. Dates are in ISO 8601. */
type SitemapEntry = {
  url: string;
  lastmod: string | null;
  /** The headline and the date that a news sitemap states. */
  title: string | null;
  published_at: string | null;
};

/** A sitemap of pages, or an index of further sitemaps, with at most 50,000 addresses in the order of the document. */
export type Sitemap = { kind: 'urlset' | 'index'; urls: SitemapEntry[] };

/** Reads a sitemap. Throws ParseError. */
export type ReadSitemap = (bytes: Uint8Array, contentType: string | null) => Promise<Sitemap>;

/** Limits: the protocol allows 50,000 addresses in a sitemap. */
const MAX_ENTRIES = 50_000;
const MAX_KEPT = 2000;
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_TEXT = 4096;
const CHUNK_LENGTH = 65_536;

const unzipped = (bytes: Uint8Array): Uint8Array => {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BYTES });
  } catch {
    throw new ParseError('not_a_listing', 'The sitemap is compressed and broken, or larger than 16 MB.');
  }
};

const webAddress = (text: string | undefined): string | null => {
  const url = URL.parse((text ?? '').trim());
  return url !== null && /^https?:$/.test(url.protocol) && url.href.length <= 2048 ? url.href : null;
};

type Fields = { loc?: string; lastmod?: string; title?: string; date?: string };

/** The elements whose text is read, by their names without a prefix; those of images and videos have other parents. */
const FIELDS: Readonly<Record<string, keyof Fields>> = {
  loc: 'loc',
  lastmod: 'lastmod',
  'news:title': 'title',
  'news:publication_date': 'date',
};

/** Calls `add` for every `url` and `sitemap` element of a document. */
const scan = (text: string, add: (kind: 'url' | 'sitemap', fields: Fields) => boolean): void => {
  let fields: Fields | null = null;
  let field: keyof Fields | undefined;
  let isFull = false;
  const parser = new Parser(
    {
      onopentag: (name) => {
        if (name === 'url' || name === 'sitemap') fields = {};
        else field = FIELDS[name];
      },
      ontext: (part) => {
        if (fields === null || field === undefined) return;
        const before = fields[field] ?? '';
        if (before.length < MAX_TEXT) fields[field] = before + part;
      },
      onclosetag: (name) => {
        field = undefined;
        if (fields === null || (name !== 'url' && name !== 'sitemap')) return;
        isFull ||= !add(name, fields);
        fields = null;
      },
    },
    { xmlMode: true },
  );
  for (let start = 0; start < text.length && !isFull; start += CHUNK_LENGTH)
    parser.write(text.slice(start, start + CHUNK_LENGTH));
};

const textEntries = (text: string): SitemapEntry[] =>
  text
    .split(/\s+/, MAX_ENTRIES)
    .flatMap((line) => webAddress(line) ?? [])
    .map((url) => ({ url, title: null, published_at: null, lastmod: null }));

const entryOf = ({ loc, lastmod, title, date }: Fields): SitemapEntry | null => {
  const url = webAddress(loc);
  if (url === null) return null;
  const headline = plainText(title ?? '');
  return {
    url,
    title: headline === '' ? null : headline,
    published_at: parseDate(date?.trim()),
    lastmod: parseDate(lastmod?.trim()),
  };
};

/**
 * Reads a sitemap by the protocol of sitemaps.org: an index, a list of pages, one of news (with titles and dates), or
 * plain text; compressed or not; several documents one after the other too. Throws ParseError `not_a_listing` for
 * another document.
 */
export const parseSitemap = (bytes: Uint8Array, contentType: string | null): Sitemap => {
  const text = decodeDocument(unzipped(bytes), contentType).text;
  if (!/<(?:urlset|sitemapindex)[\s>]/.test(text.slice(0, 10_000))) {
    const plain = /^\s*https?:\/\/\S+\s/.test(text) ? textEntries(text) : [];
    if (plain.length > 0) return { kind: 'urlset', urls: plain };
    throw new ParseError('not_a_listing', 'This is no sitemap.');
  }
  const pages: SitemapEntry[] = [];
  const sitemaps: SitemapEntry[] = [];
  scan(text, (kind, fields) => {
    const entry = entryOf(fields);
    if (entry !== null) (kind === 'url' ? pages : sitemaps).push(entry);
    return pages.length + sitemaps.length < MAX_ENTRIES;
  });
  return pages.length === 0 && sitemaps.length > 0
    ? { kind: 'index', urls: sitemaps }
    : { kind: 'urlset', urls: pages };
};

/** News and articles first, the newest of them; a sitemap of images, tags or authors last. */
const rankOf = ({ url, lastmod }: SitemapEntry): string => {
  const isNews = /news/i.test(url) ? 2 : /post|article|blog|story|stories|doc/i.test(url) ? 1 : 0;
  const isOther = /image|video|tag|categor|author|user|taxonom/i.test(url) ? 0 : 1;
  return `${isOther}${isNews}${lastmod ?? ''}`;
};

/** Returns the sitemaps of an index, those of news and articles first, and of these the newest. */
export const furtherSitemaps = ({ kind, urls }: Sitemap): string[] =>
  kind === 'urlset'
    ? []
    : urls
        .map((entry) => ({ url: entry.url, rank: rankOf(entry) }))
        .toSorted((a, b) => b.rank.localeCompare(a.rank))
        .map(({ url }) => url);

/** Returns a title made of the last part of an address, for pages of which nothing else is known yet. */
const titleOfAddress = (link: string): string => {
  const { pathname, hostname } = new URL(link);
  const parts = pathname.split('/').filter(Boolean).map(decoded);
  const last = (parts.at(-1) ?? '').replace(/\.(?:html?|php|aspx?|md)$/i, '');
  const words = (last === 'index' ? (parts.at(-2) ?? '') : last).replace(/[-_+]+/g, ' ').trim();
  if (words === '') return hostname;
  return /^[\d\s.]+$/.test(words) ? parts.join(' / ') : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

/** `updated_at` is the time of the page's last change. */
type SitemapItem = ListedItem & { updated_at: string | null };

/** Returns the newest 2,000 pages of a sitemap under a path, such as `/docs/`, as items in its order. */
export const sitemapItems = ({ kind, urls }: Sitemap, path: string | null): SitemapItem[] => {
  const seen = new Set<string>();
  const wanted = (kind === 'urlset' ? urls : [])
    .filter(({ url }) => path === null || new URL(url).pathname.startsWith(path))
    .filter(({ url }) => !seen.has(url) && seen.add(url));
  const dates = wanted.map(({ published_at, lastmod }) => published_at ?? lastmod);
  return newestIndexes(dates, MAX_KEPT).flatMap((at) => {
    const entry = wanted[at];
    if (entry === undefined) return [];
    const { url, title, published_at, lastmod } = entry;
    const known = { link: url, title: title ?? titleOfAddress(url), published_at, updated_at: lastmod };
    return [{ ...known, teaser: null, author: null }];
  });
};
