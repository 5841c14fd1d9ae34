import { z } from 'zod';

/**
 * The source of the texts of a feed's articles, as a reader chose it. `feed`: the feed. `full`: the articles'
 * pages. `auto`: the pages if the feed's texts are much shorter (`found_text`).
 */
export const textMode = z.enum(['feed', 'full', 'auto']);

/** The source of a text: the feed, or the article's page. */
export const textSource = z.enum(['feed', 'full']);

/**
 * The reason why an article keeps the feed's text; the SPA has a sentence for each in every language. `robots`: its
 * robots.txt forbids the page or cannot be had. `no_archive`: the page forbids keeping its text (noarchive, nosnippet).
 * `not_longer`: the page has no more text than the feed. `limit_reached`: 200 pages were asked for the feed today.
 * `no_link`: the article has no page.
 */
export const fullTextFailure = z.enum([
  'paywall',
  'consent_page',
  'forbidden',
  'not_found',
  'rate_limited',
  'server_error',
  'http_error',
  'unreachable',
  'too_large',
  'robots',
  'no_archive',
  'not_a_page',
  'unreadable',
  'no_text',
  'not_longer',
  'limit_reached',
  'no_link',
]);

/**
 * The text of an article that is shown. `feed`: the feed's, and nobody asked for its page. `coming`: the feed's until its
 * page came. `full`: the page's. `available`: the feed's, as the reader chose, but the page's is there. `failed`: the
 * feed's, because the page gave none (`reason`).
 */
export const fullText = z.object({
  state: z.enum(['feed', 'coming', 'full', 'available', 'failed']),
  reason: fullTextFailure.nullable(),
  /** The host that the page's text is from; null until there is one. */
  site: z.string().nullable(),
});

export type TextMode = z.infer<typeof textMode>;
export type TextSource = z.infer<typeof textSource>;
export type FullTextFailure = z.infer<typeof fullTextFailure>;
export type FullTextAnswer = z.infer<typeof fullText>;
