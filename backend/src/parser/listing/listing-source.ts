import type { ParsedFeed } from '../fields/parsed-feed.ts';
import type { Page } from '../pages/page-links.ts';
import type { NoListing } from './page-kind.ts';
import type { FoundListing, PagePattern } from './page-listing.ts';

/** The way to find the items of a site without a feed: in a page by a pattern, or in a sitemap under a path. */
export type ListingSource =
  | ({ kind: 'page' } & PagePattern)
  /** `path` is the beginning of the paths wanted, such as `/docs/`; null for all. */
  | { kind: 'sitemap'; path: string | null };

/** The lists found in a page. */
export type LearntPage = {
  title: string | null;
  lists: FoundListing[];
  /** Null if there are lists. */
  why_none: NoListing | null;
};

/** Finds the lists of headlines in a page. Throws ParseError if that takes too much time or memory. */
export type LearnListing = (page: Page) => Promise<LearntPage>;

/** The contents of a document of a site without a feed. */
export type ReadListing = {
  /** The feed has no items if the pattern finds none. */
  feed: ParsedFeed;
  /** The sitemaps of an index, which hold its items, the newest first; none for other documents. */
  further: string[];
};

/** Reads a page or a sitemap as a feed. Throws ParseError. */
export type PageToFeed = (page: Page, source: ListingSource) => Promise<ReadListing>;
