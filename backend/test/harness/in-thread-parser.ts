import type { DocumentParser } from '../../src/parser/document-parser.ts';
import { planExport, readExported } from '../../src/parser/exports/read-export.ts';
import { readPage } from '../../src/parser/facts/read-page.ts';
import { feedRelations } from '../../src/parser/feed-relations.ts';
import { sanitise } from '../../src/parser/html/sanitise.ts';
import { learnListing, pageToFeed } from '../../src/parser/listing/page-to-feed.ts';
import { parseSitemap } from '../../src/parser/listing/sitemap.ts';
import { iconLinks } from '../../src/parser/pages/icon-links.ts';
import { pageLinks } from '../../src/parser/pages/page-links.ts';
import { parseFeed } from '../../src/parser/parse-feed.ts';
import { shrinkPicture } from '../../src/parser/pictures/shrink-picture.ts';

/** Reads documents in the calling thread, without limits of time and memory: for tests and benchmarks. */
export const inThreadParser: DocumentParser = {
  parseFeed,
  readRelations: async (bytes, contentType, url) => feedRelations(bytes, contentType, url),
  planExport: async (bytes) => planExport(bytes),
  readExported: async (bytes, from, count) => readExported(bytes, from, count),
  pageFeeds: async (page) => pageLinks(page),
  readPage: async (body, contentType, url) => readPage(body, contentType, url),
  readArticle: async (body, contentType, url) => {
    const { readArticle } = await import('../../src/parser/article/read-article.ts');
    return readArticle(body, contentType, url);
  },
  learnListing: async (page) => learnListing(page),
  pageToFeed: async (page, source) => pageToFeed(page, source),
  readSitemap: async (bytes, contentType) => parseSitemap(bytes, contentType),
  iconLinks: async (page, url) => iconLinks(new TextDecoder().decode(page), url),
  sanitiseAll: async (contents) => contents.map(({ html, base_url }) => sanitise(html, base_url)),
  shrinkPicture,
  readMail: async (bytes) => {
    const { readMail } = await import('../../src/parser/mail/read-mail.ts');
    return readMail(bytes);
  },
};
