import {
  refuseComplexJson,
  withinLimits,
  type UnboundedFeed,
  tooComplex,
  withNewestItems,
} from './fields/limits.ts';
import { decodeDocument } from './encoding/decode.ts';
import { fromJson } from './formats/from-json.ts';
import { ParseError, type ParseFeed, type ParsedItem } from './fields/parsed-feed.ts';
import { parseAtomFeed, parseRdfFeed, parseRssFeed } from 'feedsmith';
import { decodeBase64Texts, fromAtom } from './formats/from-atom.ts';
import { boundLeaves } from './xml/bound-leaves.ts';
import { rootOf, type Root, outlineOf, type Outline } from './xml/outline.ts';
import { fromRdf, fromRss, parseWithRssParser } from './formats/from-rss.ts';
import { hubAndSelf, joinBases } from './fields/item-fields.ts';
import { repairXml } from './xml/repair.ts';
import type { Repaired } from './xml/repair-writer.ts';

/** Limit on the items of a document; the newest are kept. */
export const MAX_ITEMS = 2_000;

const BINARY: [magic: readonly number[], kind: string][] = [
  [[0x89, 0x50, 0x4e, 0x47], 'an image'],
  [[0xff, 0xd8, 0xff], 'an image'],
  [[0x47, 0x49, 0x46, 0x38], 'an image'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF document'],
  [[0x50, 0x4b, 0x03, 0x04], 'a ZIP archive'],
  [[0x1f, 0x8b], 'compressed data'],
];

const refuseBinary = (bytes: Uint8Array): void => {
  const kind = BINARY.find(([magic]) => magic.every((byte, index) => bytes[index] === byte))?.[1];
  if (kind !== undefined) {
    throw new ParseError('not_a_feed', `This is ${kind}, not a feed.`);
  }
};

/**
 * Characters that XML 1.0, 2.2 does not allow. The first parser accepts them, so they are replaced only in a repair.
 */
const FORBIDDEN = /[^\t\n\r -\ufffd]/g;

/**
 * Limit on parser calls per document: each call has a high fixed cost, and a document may have only items that fail.
 */
const MAX_ATTEMPTS = 100;

const FEED_ROOT = /<(?:[\w.-]{1,40}:)?(?:rss2?|feed|rdf|channel)(?=[\s>/])/i;
const HTML_PAGE = /^\s*(?:<!--[^]{0,2000}?-->\s*)?<(?:!doctype\s+html|html[\s>])/i;

/**
 * Returns the `xml:base` of the root and, in RSS, of its channel. The parser passes on only the root's, and not in
 * every format.
 */
const rootBase = (text: string): string | null => {
  const [, root = '', channel = ''] = /^(<[^>]{0,5000}>)\s*(<channel\s[^>]{0,5000}>)?/i.exec(text) ?? [];
  const base = (tag: string): string | undefined => /\sxml:base\s*=\s*["']([^"']*)["']/i.exec(tag)?.[1];
  return joinBases(base(root), base(channel));
};

/**
 * Removes the table of contents of an RDF feed, which repeats the items' addresses. The parser looks each item up in
 * it, in quadratic time, and it is often wrong.
 */
const withoutContents = (text: string): string => {
  const from = text.search(/<items[\s>]/i);
  const to = from === -1 ? -1 : text.indexOf('</items>', from);
  return to === -1 ? text : text.slice(0, from) + text.slice(to + '</items>'.length);
};

const parseWithFeedsmith = (source: string, root: Root, base: string | null): UnboundedFeed | null => {
  const text = boundLeaves(source);
  try {
    switch (root) {
      case 'feed':
        return fromAtom(parseAtomFeed(text), base);
      case 'rdf':
        return fromRdf(parseRdfFeed(withoutContents(text)), base);
      case 'rss':
      case 'channel':
        return fromRss(parseRssFeed(text), base);
    }
  } catch {
    // The next step is the same for every error.
    return null;
  }
};

/** Splits the items in halves repeatedly, so that an item that the parser refuses affects no other item. */
const parseItemByItem = (repaired: Repaired, base: string | null): UnboundedFeed | null => {
  const { head, items, around } = repaired.split();
  let attempts = 0;
  const read = (from: number, to: number): ParsedItem[] => {
    attempts += 1;
    if (from === to || attempts > MAX_ATTEMPTS) {
      return [];
    }
    const feed = parseWithFeedsmith(around(items.slice(from, to).join('')), repaired.root, base);
    if (feed !== null || to - from === 1) {
      return feed?.items ?? [];
    }
    const middle = Math.ceil((from + to) / 2);
    return [...read(from, middle), ...read(middle, to)];
  };
  const found = read(0, items.length);
  return found.length === 0
    ? null
    : { ...(parseWithFeedsmith(head, repaired.root, base) ?? emptyFeed(repaired.root)), items: found };
};

const itemCount = (feed: UnboundedFeed | null): number => feed?.items.length ?? -1;

const better = (a: UnboundedFeed | null, b: UnboundedFeed | null): UnboundedFeed | null =>
  itemCount(b) > itemCount(a) ? b : a;

const emptyFeed = (root: Root): UnboundedFeed => ({
  format: root === 'feed' ? 'atom' : root === 'rdf' ? 'rdf' : 'rss',
  title: null,
  description: null,
  site_url: null,
  language: null,
  icon_url: null,
  ...hubAndSelf([], null),
  hints: { ttl_minutes: null, skip_hours: [] },
  items: [],
});

type Located = { text: string; outline: Outline; root: Root; hasRoot: boolean };

/** Returns the document from its root on. Throws ParseError if it has neither a root nor items. */
const locate = (document: string): Located => {
  const outline = outlineOf(document);
  const root = rootOf(outline.root);
  if (root !== null) {
    const text = decodeBase64Texts(document.slice(outline.rootAt));
    return { text, outline: text === document ? outline : outlineOf(text), root, hasRoot: true };
  }
  if (HTML_PAGE.test(document)) {
    throw new ParseError('not_a_feed', 'This is a web page, not a feed.');
  }
  const at = document.search(FEED_ROOT);
  if (at !== -1) {
    const text = decodeBase64Texts(document.slice(at));
    const inner = outlineOf(text);
    return { text, outline: inner, root: rootOf(inner.root) ?? 'rss', hasRoot: true };
  }
  if (outline.itemStarts.length > 0) {
    const isAtom = /<(?:[\w.-]{1,40}:)?entry[\s>]/i.test(document);
    return {
      text: document,
      outline: { ...outline, isSuspicious: true },
      root: isAtom ? 'feed' : 'rss',
      hasRoot: false,
    };
  }
  if (outline.root !== null && /^\s*<\?xml/.test(document)) {
    throw new ParseError(
      'not_a_feed',
      `This is an XML document of another kind: its first element is <${outline.root.slice(0, 50)}>.`,
    );
  }
  throw new ParseError(
    'not_a_feed',
    outline.root === null
      ? 'This is no feed: it has no RSS, Atom or JSON Feed in it.'
      : 'This is a web page, not a feed.',
  );
};

/**
 * Parses an XML document of any feed format. It runs the parser first; if that throws or returns fewer items than the
 * text has, it repairs the document and runs the parser again, then item by item, then another parser. Throws only
 * ParseError.
 */
const parseXml = async (document: string, maxItems: number): Promise<UnboundedFeed> => {
  const located = locate(document);
  const { root, hasRoot } = located;
  let { text, outline } = located;
  if (outline.isTooComplex) {
    throw tooComplex('it has too many attributes or different names of elements');
  }
  if (outline.itemStarts.length > maxItems) {
    text = withNewestItems(text, outline.itemStarts, maxItems);
    outline = { ...outlineOf(text), isSuspicious: outline.isSuspicious };
  }
  const base = rootBase(text);
  const expected = outline.itemStarts.length;
  const isSound = !outline.isSuspicious && hasRoot && outline.itemEnds === expected && root !== 'channel';
  const direct = isSound ? parseWithFeedsmith(text, root, base) : null;
  if (direct !== null && direct.items.length >= expected) {
    return direct;
  }
  const repaired = repairXml(text.replace(FORBIDDEN, ' '), root, hasRoot);
  const again = parseWithFeedsmith(repaired.text, root, base);
  if (itemCount(again) > 0 || repaired.items === 0) {
    // Any items that are still missing are empty.
    return better(direct, again) ?? emptyFeed(root);
  }
  const salvaged = better(direct, parseItemByItem(repaired, base));
  const found =
    itemCount(salvaged) > 0 ? salvaged : await parseWithRssParser(boundLeaves(repaired.text), base);
  return found ?? again ?? emptyFeed(root);
};

const read = async (bytes: Uint8Array, contentType: string | null): Promise<UnboundedFeed> => {
  refuseBinary(bytes);
  const decoded = decodeDocument(bytes, contentType).text;
  const text = bytes.includes(0) ? decoded.replaceAll('\0', '') : decoded;
  const first = /\S/.exec(text)?.[0];
  if (first === undefined) {
    throw new ParseError('not_a_feed', 'The document is empty.');
  }
  if (first !== '{' && first !== '[') return parseXml(text, MAX_ITEMS);
  refuseComplexJson(text);
  return fromJson(text.trim(), MAX_ITEMS);
};

/**
 * Parses a document from its bytes and its Content-Type header: RSS 0.90 to 2.0, RSS 1.0 (RDF), Atom 0.3 and 1.0, JSON
 * Feed 1.0 and 1.1, in any encoding, whole or damaged. The time is linear; at most 8 MB are read and 2,000 items kept.
 * Entities are never declared, expanded or fetched. Every text has a limit (limits.ts), and a document that would not
 * fit into memory is refused (complexity.ts). Throws only ParseError.
 */
export const parseFeed: ParseFeed = async (bytes, contentType) => {
  try {
    return withinLimits(await read(bytes, contentType));
  } catch (error) {
    if (error instanceof ParseError) {
      throw error;
    }
    throw new ParseError('parse_failed', 'The document could not be read as a feed.');
  }
};
