import type { FeedCandidate } from '../../contract/index.ts';
import { decodePage } from '../encoding/decode-page.ts';
import { feedLinks, inOrderOfPreference } from './feed-links.ts';
import { embeddedFeeds } from './known-sites.ts';

/** A page as received; `url` is its address after redirects. */
export type Page = { bytes: Uint8Array; contentType: string | null; url: string };

/** The feeds to which a page leads. */
export type PageLinks = {
  /** The feeds that the head names, the best first. */
  named: FeedCandidate[];
  /** The feeds of a known site, found elsewhere in the page. */
  embedded: string[];
};

/** Reads the feeds of a page. Throws ParseError if that takes too much time or memory. */
export type ReadPageFeeds = (page: Page) => Promise<PageLinks>;

/** Returns the feeds to which a web page leads. */
export const pageLinks = (page: Page): PageLinks => {
  const html = decodePage(page.bytes, page.contentType);
  return {
    named: inOrderOfPreference(feedLinks(html, page.url), page.url),
    embedded: embeddedFeeds(page.url, html),
  };
};
