import type { FeedCandidate } from '../contract/index.ts';
import { decodeDocument } from '../refresh/parse/decode.ts';
import { feedLinks, inOrderOfPreference } from './feed-links.ts';
import { embeddedFeeds } from './known-sites.ts';

/** A page as it came; `url` is where it really is. */
export type Page = { bytes: Uint8Array; contentType: string | null; url: string };

/** Feeds that a page leads to. */
export type PageLinks = {
  /** Those its head names, the best first. */
  named: FeedCandidate[];
  /** Those of a known site, from what else the page says. */
  embedded: string[];
};

/** Throws ParseError where the page takes too long or too much memory to read. */
export type ReadPage = (page: Page) => Promise<PageLinks>;

const textOf = ({ bytes, contentType }: Page): string => {
  const type = contentType ?? '';
  const head = Buffer.from(bytes.subarray(0, 2048)).toString('latin1');
  const charset = /charset/i.test(type)
    ? undefined
    : /<meta[^>]{0,200}?charset\s*=\s*["']?([\w-]{1,40})/i.exec(head)?.[1];
  return decodeDocument(bytes, charset === undefined ? type : `${type}; charset=${charset}`).text;
};

/** The feeds that a web page leads to, in the encoding that header, head or bytes tell. */
export const pageLinks = (page: Page): PageLinks => {
  const html = textOf(page);
  return {
    named: inOrderOfPreference(feedLinks(html, page.url), page.url),
    embedded: embeddedFeeds(page.url, html),
  };
};
