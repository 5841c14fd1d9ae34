import type { FullTextFailure } from '../contract/index.ts';
import { shorten } from '../lib/shorten.ts';
import { articleIdOfLink, isOwnHost, siteOfLink } from '../model/article/canonical-link.ts';
import type { Article } from '../model/article/article.ts';
import type { PageText } from '../model/text/full-text.ts';
import { readingMinutes } from '../model/article/article-text.ts';
import type { OutboundResponse } from '../web/guard/guarded-fetch.ts';
import { ParseError } from '../parser/fields/parsed-feed.ts';
import { escapeHtml, plainText } from '../parser/fields/text.ts';
import type { PageArticle, ReadArticle } from '../parser/article/read-article.ts';
import { NOT_HAD } from '../web/robots/rules/robots-rules.ts';
import { readMetaRobots, type PageRobots } from '../web/robots/page-robots.ts';
import type { PageAnswer } from '../web/request-page.ts';

const SUMMARY_LENGTH = 500;

/** The outcome of reading a page: its text, or the reason why it gave none. */
export type ReadPage = {
  text: PageText | null;
  reason: FullTextFailure | null;
  site: string | null;
  /** The id of the article whose address the page names as its own; null if it names none that may be trusted. */
  canonical_id: string | null;
  /** The length of the feed's text in thousandths of the page's; null if the page has none. */
  permille: number | null;
  /** The parsed page, with its address after redirects; null if no text was taken. */
  page: (PageArticle & { url: string }) | null;
};

/** The parts of an article that come from its feed. */
type FeedVersion = Pick<Article, 'article_id' | 'content' | 'summary'>;

type Answer = Exclude<PageAnswer, { outcome: 'wait' }>;

/** Reads the answer to the request of an article's page. The page of a `disallowed` address was not asked for. */
export const readAnswer = async (
  article: FeedVersion,
  answer: Answer,
  readArticle: ReadArticle,
  now: Date,
): Promise<ReadPage> => {
  if (answer.outcome === 'disallowed')
    return without(answer.rule.startsWith(NOT_HAD) ? 'unreachable' : 'robots', null);
  if (answer.outcome === 'failed')
    return without(answer.failure.fault === 'too_large' ? 'too_large' : 'unreachable', null);
  const { response, robots } = answer;
  const site = siteOfLink(response.url);
  const refusal = refusalOf(response) ?? (forbidsKeeping(robots) ? 'no_archive' : null);
  if (refusal !== null) return without(refusal, site);
  try {
    const type = response.headers['content-type'] ?? null;
    const page = await readArticle(response.body, type, response.url);
    const stated = readMetaRobots([{ name: 'robots', content: page.meta_robots ?? '' }], now);
    return forbidsKeeping(stated) ? without('no_archive', site) : readText(article, page, response.url);
  } catch (error) {
    if (error instanceof ParseError) return without('unreadable', site);
    throw error;
  }
};

/**
 * Reads the page that a reader's browser sent. The reader has it already, so neither a paywall nor the page's wishes about robots
 * keep it from being read.
 */
export const readSent = async (
  article: FeedVersion,
  { html, url }: { html: string; url: string },
  readArticle: ReadArticle,
): Promise<ReadPage> => {
  try {
    const page = await readArticle(Buffer.from(html), 'text/html; charset=utf-8', url);
    return readText(article, { ...page, is_paywalled: false }, url);
  } catch (error) {
    if (error instanceof ParseError) return without('unreadable', siteOfLink(url));
    throw error;
  }
};

const without = (reason: FullTextFailure, site: string | null): ReadPage => ({
  text: null,
  reason,
  site,
  canonical_id: null,
  permille: null,
  page: null,
});

/** noarchive: the text is not kept. nosnippet: no part of it is shown, so there is nothing to keep it for. */
const forbidsKeeping = ({ noarchive, nosnippet }: Pick<PageRobots, 'noarchive' | 'nosnippet'>): boolean =>
  noarchive || nosnippet;

const reasonsByStatus: Readonly<Record<number, FullTextFailure>> = {
  401: 'forbidden',
  402: 'paywall',
  403: 'forbidden',
  404: 'not_found',
  410: 'not_found',
  429: 'rate_limited',
  451: 'forbidden',
};

const HTML = /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i;

/** Returns the reason why a response has no page; null if it has one. A response without a type may be a page. */
const refusalOf = ({ status, headers }: OutboundResponse): FullTextFailure | null => {
  if (status >= 500) return 'server_error';
  if (status < 200 || status >= 300) return reasonsByStatus[status] ?? 'http_error';
  const type = headers['content-type'];
  return type === undefined || HTML.test(type) ? null : 'not_a_page';
};

const readText = (article: FeedVersion, page: PageArticle, url: string): ReadPage => {
  const site = siteOfLink(url);
  if (page.is_consent_page) return without('consent_page', site);
  if (page.is_paywalled) return without('paywall', site);
  const feedText = plainText(article.content) || article.summary;
  if (page.text.trim() === '') return without('no_text', site);
  const permille = Math.round((feedText.length * 1000) / page.text.length);
  const canonical_id = canonicalIdOf(article, page.canonical_url, url);
  if (permille >= 1000) return { ...without('not_longer', site), canonical_id, permille };
  const text: PageText = {
    summary: shorten(page.text, SUMMARY_LENGTH),
    content: withImage(page),
    author: page.author,
    reading_minutes: readingMinutes(page.text),
  };
  return { text, reason: null, site, canonical_id, permille, page: { ...page, url } };
};

/**
 * Returns the id of another article whose address the page names as its own. Only an address on the page's own host
 * counts, since any page can name any address; it never gives its text to that article.
 */
const canonicalIdOf = (article: FeedVersion, canonicalUrl: string | null, url: string): string | null => {
  const canonical = trustedAddress(canonicalUrl, url);
  const id = canonical === null ? null : articleIdOfLink(canonical);
  return id === article.article_id ? null : id;
};

/** Returns the address that a page at `url` names as its own; null if it names none that may be trusted. */
export const trustedAddress = (canonicalUrl: string | null, url: string): string | null =>
  canonicalUrl === null || !isOwnHost(canonicalUrl, url) || isSitePage(canonicalUrl) ? null : canonicalUrl;

/** Some sites name their front page as the address of every page. */
const isSitePage = (url: string): boolean => URL.parse(url)?.pathname === '/';

/** Returns the content with the page's lead image before it, unless it has an image. */
const withImage = ({ content_html, image_url }: PageArticle): string => {
  const image = image_url === null ? null : URL.parse(image_url);
  if (image === null || !/^https?:$/.test(image.protocol) || /<img\b/i.test(content_html))
    return content_html;
  return `<p><img src="${escapeHtml(image.href)}" alt="" /></p>${content_html}`;
};
