import { Parser } from 'htmlparser2';
import { decodeDocument } from './encoding/decode.ts';
import { refuseComplexJson } from './fields/limits.ts';
import { isItem } from './xml/outline.ts';

/** Limits: what a feed says of itself stands before its items, or after a few thousand tags of them. */
const MAX_TAGS = 50_000;
const MAX_LENGTH = 8_000_000;
const CHUNK_LENGTH = 65_536;
const MAX_TEXT = 500;
const MAX_ADDRESS = 2048;

/** The other documents of a feed, as absolute addresses; null for each that the document does not name. */
export type FeedRelations = {
  /** The document with the items before those of this one (RFC 5005, 4). */
  prev_archive: string | null;
  /** The next page of the same feed, whose items are older (RFC 5005, 3; `next_url` of JSON Feed). */
  next: string | null;
  /** True if the document says that WordPress made it. */
  is_wordpress: boolean;
};

/** Reads what a feed's document says of other documents. Never throws for a document that is no feed: it names none. */
export type ReadRelations = (
  bytes: Uint8Array,
  contentType: string | null,
  url: string,
) => Promise<FeedRelations>;

const addressOf = (href: string | undefined, base: string): string | null => {
  const url = href === undefined || href.length > MAX_ADDRESS ? null : URL.parse(href.trim(), base);
  return url !== null && /^https?:$/.test(url.protocol) && url.href.length <= MAX_ADDRESS ? url.href : null;
};

const fromJson = (text: string, url: string): FeedRelations => {
  const none = { prev_archive: null, next: null, is_wordpress: false };
  try {
    refuseComplexJson(text);
    const feed: unknown = JSON.parse(text);
    const next = typeof feed === 'object' && feed !== null && 'next_url' in feed ? feed.next_url : undefined;
    return { ...none, next: addressOf(typeof next === 'string' ? next : undefined, url) };
  } catch {
    return none;
  }
};

const localName = (name: string): string => name.slice(name.lastIndexOf(':') + 1).toLowerCase();

const WORDPRESS = /^https?:\/\/(?:www\.)?wordpress\.(?:org|com)(?:\/|$)/i;

const fromXml = (text: string, url: string): FeedRelations => {
  const links = new Map<string, string>();
  let generator = '';
  let isGenerator = false;
  let items = 0;
  let tags = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        tags += 1;
        if (isItem(name.toLowerCase())) items += 1;
        if (items > 0) return;
        const local = localName(name);
        isGenerator = local === 'generator' && generator === '';
        if (isGenerator) generator = attributes['uri'] ?? '';
        const { rel, href } = attributes;
        if (local !== 'link' || rel === undefined || href === undefined) return;
        for (const each of rel.toLowerCase().split(/\s+/)) if (!links.has(each)) links.set(each, href);
      },
      ontext: (part) => {
        if (isGenerator && generator.length < MAX_TEXT) generator += part;
      },
      onclosetag: (name) => {
        if (isItem(name.toLowerCase())) items -= 1;
        isGenerator = false;
      },
    },
    { xmlMode: true, lowerCaseAttributeNames: true },
  );
  const end = Math.min(text.length, MAX_LENGTH);
  for (let start = 0; start < end && tags < MAX_TAGS; start += CHUNK_LENGTH)
    parser.write(text.slice(start, Math.min(start + CHUNK_LENGTH, end)));
  return {
    prev_archive: addressOf(links.get('prev-archive'), url),
    next: addressOf(links.get('next'), url),
    is_wordpress: WORDPRESS.test(generator.trim()),
  };
};

/** See ReadRelations; `url` is the address of the document after redirects. */
export const feedRelations = (bytes: Uint8Array, contentType: string | null, url: string): FeedRelations => {
  const { text } = decodeDocument(bytes, contentType);
  return /^\s*\{/.test(text.slice(0, 1000)) ? fromJson(text, url) : fromXml(text, url);
};
