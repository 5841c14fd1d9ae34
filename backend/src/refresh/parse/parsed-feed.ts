import type { Enclosure } from '../../contract/index.ts';

export type FeedFormat = 'rss' | 'rdf' | 'atom' | 'json';

/** One item as its document has it: links as written after `xml:base`, so still relative where the document gives no base. */
export type ParsedItem = {
  guid: string | null;
  link: string | null;
  /** Plain text; empty where the item has none. */
  title: string;
  /** HTML as sent, not yet sanitised: the fullest of content and description. */
  content: string;
  /** HTML or text as sent, not yet sanitised: the shorter description, null where there is only content. */
  summary: string | null;
  author: string | null;
  /** Null where it is missing or not a date. */
  published_at: string | null;
  updated_at: string | null;
  enclosures: Enclosure[];
};

/** What a publisher asks of those who fetch. */
export type ScheduleHints = {
  /** RSS `ttl` or `sy:updatePeriod / updateFrequency`, in minutes. */
  ttl_minutes: number | null;
  /** RSS `skipHours`, hours of the day in UTC, 0 to 23. */
  skip_hours: number[];
};

export type ParsedFeed = {
  format: FeedFormat;
  title: string | null;
  site_url: string | null;
  language: string | null;
  icon_url: string | null;
  hints: ScheduleHints;
  /** In document order, at most 2,000. */
  items: ParsedItem[];
  /** Items of the document that no article could be made of, by reason; the others are in `items`. */
  left_out: LeftOut[];
};

/** `link_too_long`: its link, the only thing that told it apart, is longer than 8 KB; `guid_too_long`: than 2 KB. */
export type LeftOut = { reason: 'link_too_long' | 'guid_too_long'; count: number };

/** A document that no feed can be made of; the message says in plain words what it is instead, or what it has too much of. */
export class ParseError extends Error {
  override readonly name = 'ParseError';
  readonly code: 'not_a_feed' | 'parse_failed' | 'too_complex';

  constructor(code: ParseError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** A document's bytes and its Content-Type header to a feed. Throws ParseError only. */
export type ParseFeed = (bytes: Uint8Array, contentType: string | null) => Promise<ParsedFeed>;
