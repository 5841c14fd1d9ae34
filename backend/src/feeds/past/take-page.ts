import type { Context } from '../../model/context.ts';
import { articleIdOfLink, siteOfLink } from '../../model/article/canonical-link.ts';
import type { FollowedFeed } from '../../model/feed/followed-feed.ts';
import type { DocumentParser } from '../../parser/document-parser.ts';
import { ParseError, type ParsedItem } from '../../parser/fields/parsed-feed.ts';
import { readAnswer, type ReadPage } from '../../full-text/read-answer.ts';
import type { PastPlace } from '../../queues/messages.ts';
import { identify } from '../../refresh/intake/identify.ts';
import { recognise } from '../../refresh/intake/recognise.ts';
import type { OutboundResponse } from '../../web/guard/guarded-fetch.ts';
import type { PageAnswer } from '../../web/request-page.ts';
import { bringItems, type BringContext } from '../bring-items.ts';
import type { Sitemap } from '../../parser/listing/sitemap.ts';

/** The pages of a sitemap that a place names at most; the sitemap is requested again for those after them. */
const BATCH = 100;
const MOST_LENGTH = 30_000;
/** Requests in a row that may fail before the site counts as unreachable. */
const MOST_FAILURES = 5;

type Pages = NonNullable<PastPlace['pages']>;

export type PageContext = BringContext &
  Pick<Context, 'seen'> & { parser: Pick<DocumentParser, 'readSitemap' | 'readArticle'> };

type Answer = Exclude<PageAnswer, { outcome: 'wait' }>;
type Taken = { pages: Pages; brought: number; isUnreachable: boolean };

/** Checks whether a host has too much to do, or failed. */
export const isBusy = ({ status }: OutboundResponse): boolean => status === 429 || status >= 500;

const isFailure = (answer: Answer): boolean =>
  answer.outcome === 'failed' || (answer.outcome === 'answered' && isBusy(answer.response));

/** Returns the address to request next; null after the last page of the last sitemap. */
export const nextAddress = ({ batch, sitemaps }: Pages): string | null => batch[0] ?? sitemaps[0] ?? null;

/** Takes the answer to the address that was next: a sitemap, or a page, which is brought if it has an article with a date. */
export const takePage = async (
  ctx: PageContext,
  followed: FollowedFeed,
  pages: Pages,
  answer: Answer,
): Promise<Taken> => {
  const failures = isFailure(answer) ? pages.failures + 1 : 0;
  const going = { ...pages, failures };
  const isUnreachable = failures >= MOST_FAILURES;
  const [link, ...batch] = pages.batch;
  if (link === undefined)
    return { pages: await takeSitemap(ctx, followed, going, answer), brought: 0, isUnreachable };
  const brought = await bringPage(ctx, followed, link, answer);
  return { pages: { ...going, batch }, brought, isUnreachable };
};

/** Takes the next pages of a sitemap that the reader does not have, and goes on with the sitemap after it at its end. */
const takeSitemap = async (
  ctx: PageContext,
  { feed, subscription: { user_id } }: FollowedFeed,
  pages: Pages,
  answer: Answer,
): Promise<Pages> => {
  const listed = await listedIn(ctx, pages.site, answer);
  const part = listed.slice(pages.from, pages.from + BATCH);
  const ids = part.flatMap((url) => articleIdOfLink(url, feed) ?? []);
  const here = new Set((await ctx.entries.getMany(user_id, ids)).map(({ article_id }) => article_id));
  let length = 0;
  const batch = part.filter((url) => {
    const isWanted = !here.has(articleIdOfLink(url, feed) ?? '') && length + url.length <= MOST_LENGTH;
    if (isWanted) length += url.length;
    return isWanted;
  });
  const isLast = pages.from + BATCH >= listed.length;
  return isLast
    ? { ...pages, batch, sitemaps: pages.sitemaps.slice(1), from: 0 }
    : { ...pages, batch, from: pages.from + BATCH };
};

const listedIn = async ({ parser }: PageContext, site: string, answer: Answer): Promise<string[]> => {
  if (answer.outcome !== 'answered' || answer.response.status !== 200) return [];
  const { body, headers } = answer.response;
  try {
    return pagesUnder(await parser.readSitemap(body, headers['content-type'] ?? null), site);
  } catch (error) {
    if (error instanceof ParseError) return [];
    throw error;
  }
};

const itemOf = (link: string, { page, text }: ReadPage): ParsedItem | null =>
  page === null || text === null || page.published_at === null
    ? null
    : {
        guid: null,
        link,
        title: page.title ?? '',
        content: text.content,
        summary: null,
        author: text.author,
        categories: [],
        published_at: page.published_at,
        updated_at: null,
        enclosures: [],
        image_url: page.image_url,
      };

/** Brings the article of a page as an older item of the feed. Returns 1, or 0 for a page without an article or a date. */
const bringPage = async (
  ctx: PageContext,
  { feed, subscription }: FollowedFeed,
  link: string,
  answer: Answer,
): Promise<number> => {
  const nothing = { article_id: articleIdOfLink(link, feed) ?? '', content: '', summary: '' };
  const read = await readAnswer(nothing, answer, ctx.parser.readArticle, ctx.now());
  const item = itemOf(link, read);
  if (item === null) return 0;
  const identified = identify([item], { ...feed, site_url: null, document_url: link }, () => {});
  const { items } = recognise((await ctx.seen.get(feed.feed_id)).items, identified);
  return bringItems(ctx, subscription, {
    documentUrl: link,
    all: items,
    items,
    readUntil: ctx.now().toISOString(),
  });
};

/** The most pages of a sitemap that are looked at; the newest come first. */
const MOST_PAGES = 2000;

/**
 * Returns the addresses of a sitemap's pages under a site's address, the latest changed first, each article once; without the site's
 * own page. `site` is absolute; a site such as `https://example.com/blog/` has the pages under that path.
 */
export const pagesUnder = ({ kind, urls }: Sitemap, site: string): string[] => {
  const { pathname } = new URL(site);
  const folder = pathname.slice(0, pathname.lastIndexOf('/') + 1);
  const dated = urls.map(({ url, lastmod, published_at }) => ({ url, date: published_at ?? lastmod ?? '' }));
  const found = new Map<string, string>();
  if (kind === 'index') return [];
  for (const { url } of dated.toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0))) {
    if (found.size >= MOST_PAGES) break;
    const path = new URL(url).pathname;
    if (siteOfLink(url) !== siteOfLink(site) || path === pathname || !path.startsWith(folder) || path === '/')
      continue;
    const id = articleIdOfLink(url);
    if (id !== null && !found.has(id)) found.set(id, url);
  }
  return [...found.values()];
};
