/**
 * The facts that a web page states about itself. Texts are plain text, shortened; null means that the page does not
 * say.
 */
export type PageFacts = {
  /** At most 500 characters, like the other texts unless stated. */
  title: string | null;
  /** At most 1,000 characters. */
  meta_description: string | null;
  /** The directives for robots, in lower case and joined by ", ", as in `noindex, nofollow`. */
  meta_robots: string | null;
  /** Absolute, without fragment. */
  canonical_url: string | null;
  h1: string | null;
  /** A BCP 47 tag such as `en` or `pt-BR`. */
  language: string | null;
  /** SimHash of the visible text, 64 bits as 16 hex digits; pages with nearly the same text differ in a few bits. */
  content_hash: string;
  /** Words of the visible text; in a script without spaces between words, two letters count as a word. */
  word_count: number;
  /** `@type` of the first JSON-LD object that describes the page. */
  schema_type: string | null;
  og_type: string | null;
  /** ISO 8601 in UTC. */
  published_at: string | null;
  modified_at: string | null;
  /** Absolute. */
  image_url: string | null;
  /** True if the page is longer than what is read: 5 MB, 200,000 tags or 5,000 links. */
  is_truncated: boolean;
};

export type PageLinkType = 'internal' | 'external' | 'image' | 'script' | 'style' | 'alternate' | 'canonical';

/** A link of a page; a page has at most one to each address. */
export type PageLink = {
  /** Absolute, http or https, without fragment, at most 2,048 characters. */
  url: string;
  /** Anchor text, or the alternative text of an image; at most 200 characters, may be empty. */
  text: string;
  /** `internal` is a link to the page's own host. */
  type: PageLinkType;
  /** In lower case, the words separated by one space. */
  rel: string | null;
  /** The place among the page's links in document order, from 0. */
  position: number;
};

export type PageReading = PageFacts & { links: PageLink[] };

/**
 * Reads what a web page states and where it leads, from its bytes, its Content-Type header and its address after
 * redirects. Throws ParseError `too_complex` if reading takes too much time or memory.
 */
export type ReadPage = (body: Uint8Array, contentType: string | null, url: string) => Promise<PageReading>;
