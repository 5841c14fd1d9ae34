/** An article as taken from its web page. Texts are plain text without surrounding space; null means unknown. */
export type PageArticle = {
  /** At most 500 characters. */
  title: string | null;
  /** The article's own text, sanitised, with absolute links; empty if the page has no article. */
  content_html: string;
  /** The same as plain text, blocks separated by line breaks; empty if the page has no article. */
  text: string;
  /** The lead image, an absolute http(s) address. */
  image_url: string | null;
  author: string | null;
  /** ISO 8601 in UTC. */
  published_at: string | null;
  site_name: string | null;
  /** A BCP 47 tag such as `en` or `pt-BR`. */
  language: string | null;
  /** The address that the page names as its own, absolute, without fragment. */
  canonical_url: string | null;
  /** The directives for robots that the page states, in lower case and joined by `, `. */
  meta_robots: string | null;
  /** The page says or shows that only subscribers see the whole text. */
  is_paywalled: boolean;
  /** The page asks for consent (cookies, age, terms) instead of showing the article. */
  is_consent_page: boolean;
};

/**
 * Reads the article of a web page from its bytes, its Content-Type header and its address after redirects. Throws
 * ParseError `too_complex` if reading takes too much time or memory.
 */
export type ReadArticle = (body: Uint8Array, contentType: string | null, url: string) => Promise<PageArticle>;
