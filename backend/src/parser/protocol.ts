import type { UnsafeContent } from './html/sanitise.ts';
import type { OpmlRow } from './formats/opml.ts';
import type { PageArticle } from './article/page-article.ts';
import type { PageReading } from './facts/page-facts.ts';
import type { LearntPage, ListingSource, ReadListing } from './listing/listing-source.ts';
import type { Sitemap } from './listing/sitemap.ts';
import type { Page, PageLinks } from './pages/page-links.ts';
import type { ParsedFeed, ParseError } from './fields/parsed-feed.ts';

/** The tasks of the worker. */
export type Task =
  | { kind: 'feed'; bytes: Uint8Array; contentType: string | null }
  | { kind: 'opml'; bytes: Uint8Array }
  | { kind: 'page_feeds'; page: Page }
  | { kind: 'page'; bytes: Uint8Array; contentType: string | null; url: string }
  | { kind: 'article'; bytes: Uint8Array; contentType: string | null; url: string }
  | { kind: 'listing'; page: Page }
  | { kind: 'page_feed'; page: Page; source: ListingSource }
  | { kind: 'sitemap'; bytes: Uint8Array; contentType: string | null }
  | { kind: 'icons'; bytes: Uint8Array; url: string }
  | { kind: 'picture'; bytes: Uint8Array; width: number }
  /** No further content is begun after `budgetMs` milliseconds; the remaining ones are returned as null. */
  | { kind: 'contents'; contents: UnsafeContent[]; budgetMs: number };

/** The results of the worker by kind of task. */
export type Results = {
  feed: ParsedFeed;
  opml: OpmlRow[];
  page_feeds: PageLinks;
  page: PageReading;
  article: PageArticle;
  listing: LearntPage;
  page_feed: ReadListing;
  sitemap: Sitemap;
  icons: string[];
  picture: Uint8Array | null;
  /** `ms` is the time taken in milliseconds. */
  contents: { safe: (string | null)[]; ms: number };
};

/** An error as sent between threads, because the transfer loses its class and fields. */
export type SentError =
  | { name: 'ParseError'; fault: ParseError['fault']; message: string }
  | { name: 'OpmlError'; message: string }
  | { name: 'Error'; message: string };

/**
 * The reply of a worker. It sends `ready` after loading its modules, so that the loading time does not count for a
 * document.
 */
export type Reply = { ready: true } | { result: never } | { error: SentError };
