import type { PlanExport, ReadExported } from './exports/read-export.ts';
import type { ReadPage } from './facts/page-facts.ts';
import type { ReadRelations } from './feed-relations.ts';
import type { ParseFeed } from './fields/parsed-feed.ts';
import type { SanitiseAll } from './html/sanitise.ts';
import type { LearnListing, PageToFeed } from './listing/page-to-feed.ts';
import type { ReadSitemap } from './listing/sitemap.ts';
import type { ReadMail } from './mail/read-mail.ts';
import type { ReadArticle } from './article/read-article.ts';
import type { ReadIconLinks } from './pages/icon-links.ts';
import type { ReadPageFeeds } from './pages/page-links.ts';
import type { ShrinkPicture } from './pictures/shrink-picture.ts';

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
