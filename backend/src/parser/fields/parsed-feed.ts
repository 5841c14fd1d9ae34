import type { Enclosure } from '../../contract/index.ts';
import { DomainError } from '../../lib/errors.ts';

/** `page`, `sitemap`: what a site without a feed is followed by. */
type FeedFormat = 'rss' | 'rdf' | 'atom' | 'json' | 'page' | 'sitemap';

/** One item as its document states it. Links are resolved against `xml:base` only, so they may still be relative. */
export type ParsedItem = {
  guid: string | null;
  link: string | null;
  /** Plain text; empty if the item has none. */
  title: string;
  /** HTML as sent, not yet sanitised: the longer of content and description. */
  content: string;
  /** HTML or text as sent, not yet sanitised: the shorter of the two; null if there is only one. */
  summary: string | null;
  author: string | null;
  /** Categories, tags and subjects as plain text, at most 20. */
  categories: string[];
  /** Null if the date is missing or invalid. */
  published_at: string | null;
  updated_at: string | null;
  enclosures: Enclosure[];
  /** The absolute address of the picture that the document states for the item; null if it states none. */
  image_url: string | null;
};

/** The fetch times that a publisher asks for. */
export type ScheduleHints = {
  /** The value of RSS `ttl` or of `sy:updatePeriod / updateFrequency`, in minutes. */
  ttl_minutes: number | null;
  /** The value of RSS `skipHours`: hours of the day in UTC, 0 to 23. */
  skip_hours: number[];
};

export type ParsedFeed = {
  format: FeedFormat;
  title: string | null;
  /** The feed's own description, as plain text. */
  description: string | null;
  site_url: string | null;
  language: string | null;
  icon_url: string | null;
  /** The hub that tells of news, and the feed's own address there (WebSub, 4); null where the document names none. */
  hub_url: string | null;
  self_url: string | null;
  hints: ScheduleHints;
  /** The items in document order, at most 2,000. */
  items: ParsedItem[];
  /** The items that could not become articles, counted by reason; `items` does not include them. */
  left_out: LeftOut[];
};

/**
 * `link_too_long`: the link is longer than 8 KB, and nothing else identifies the item. `guid_too_long`: the guid is
 * longer than 2 KB.
 */
export type LeftOut = { reason: 'link_too_long' | 'guid_too_long'; count: number };

/**
 * The document cannot be read as a feed. The message says in plain words what the document is instead, or which limit
 * it exceeds.
 */
export class ParseError extends DomainError {
  override readonly name = 'ParseError';
  readonly fault: 'not_a_feed' | 'parse_failed' | 'too_complex' | 'not_a_listing';

  constructor(fault: ParseError['fault'], message: string) {
    super('FEED_INVALID', message, { error_code: fault });
    this.fault = fault;
  }
}

/** Parses a document from its bytes and its Content-Type header. Throws only ParseError. */
export type ParseFeed = (bytes: Uint8Array, contentType: string | null) => Promise<ParsedFeed>;
