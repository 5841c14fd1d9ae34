import type { FeedCandidate } from '../../contract/index.ts';
import { decodeDocument } from '../encoding/decode.ts';
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
export type ReadPage = (page: Page) => Promise<PageLinks>;

const textOf = ({ bytes, contentType }: Page): string => {
  const type = contentType ?? '';
  const head = Buffer.from(bytes.subarray(0, 2048)).toString('latin1');
  const charset = /charset/i.test(type)
    ? undefined
    : /<meta[^>]{0,200}?charset\s*=\s*["']?([\w-]{1,40})/i.exec(head)?.[1];
  return decodeDocument(bytes, charset === undefined ? type : `${type}; charset=${charset}`).text;
};

/** Returns the feeds to which a web page leads. Its encoding comes from the header, the head or the bytes. */
export const pageLinks = (page: Page): PageLinks => {
  const html = textOf(page);
  return {
    named: inOrderOfPreference(feedLinks(html, page.url), page.url),
    embedded: embeddedFeeds(page.url, html),
  };
};
