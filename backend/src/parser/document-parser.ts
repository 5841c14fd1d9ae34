import { sanitise, type SanitiseAll } from './html/sanitise.ts';
import { iconLinks, type ReadIconLinks } from './pages/icon-links.ts';
import { type LearnListing, type PageToFeed, learnListing, pageToFeed } from './listing/page-to-feed.ts';
import { parseSitemap, type ReadSitemap } from './listing/sitemap.ts';
import { planExport, type PlanExport, readExported, type ReadExported } from './exports/read-export.ts';
import { pageLinks, type ReadPageFeeds } from './pages/page-links.ts';
import { feedRelations, type ReadRelations } from './feed-relations.ts';
import { readPage } from './facts/read-page.ts';
import type { ReadMail } from './mail/read-mail.ts';
import type { ReadArticle } from './article/read-article.ts';
import type { ReadPage } from './facts/page-facts.ts';
import { type ShrinkPicture, shrinkPicture } from './pictures/shrink-picture.ts';
import { parseFeed } from './parse-feed.ts';
import type { ParseFeed } from './fields/parsed-feed.ts';

/** The functions that read documents written by others. */
export type DocumentParser = {
  parseFeed: ParseFeed;
  readRelations: ReadRelations;
  planExport: PlanExport;
  readExported: ReadExported;
  pageFeeds: ReadPageFeeds;
  readPage: ReadPage;
  readArticle: ReadArticle;
  learnListing: LearnListing;
  pageToFeed: PageToFeed;
  readSitemap: ReadSitemap;
  iconLinks: ReadIconLinks;
  sanitiseAll: SanitiseAll;
  shrinkPicture: ShrinkPicture;
  readMail: ReadMail;
};

/** Reads documents in the calling thread, without limits of time and memory: for tests and benchmarks. */
export const inThreadParser: DocumentParser = {
  parseFeed,
  readRelations: async (bytes, contentType, url) => feedRelations(bytes, contentType, url),
  planExport: async (bytes) => planExport(bytes),
  readExported: async (bytes, from, count) => readExported(bytes, from, count),
  pageFeeds: async (page) => pageLinks(page),
  readPage: async (body, contentType, url) => readPage(body, contentType, url),
  readArticle: async (body, contentType, url) => {
    const { readArticle } = await import('./article/read-article.ts');
    return readArticle(body, contentType, url);
  },
  learnListing: async (page) => learnListing(page),
  pageToFeed: async (page, source) => pageToFeed(page, source),
  readSitemap: async (bytes, contentType) => parseSitemap(bytes, contentType),
  iconLinks: async (page, url) => iconLinks(new TextDecoder().decode(page), url),
  sanitiseAll: async (contents) => contents.map(({ html, base_url }) => sanitise(html, base_url)),
  shrinkPicture,
  readMail: async (bytes) => {
    const { readMail } = await import('./mail/read-mail.ts');
    return readMail(bytes);
  },
};
