import { sanitise, type SanitiseAll } from '../articles/sanitise.ts';
import { iconLinks, type ReadIconLinks } from '../feeds/icon-links.ts';
import { parseOpml, type ParseOpml } from '../feeds/opml.ts';
import { pageLinks, type ReadPage } from '../feeds/page-links.ts';
import { parseFeed } from '../refresh/parse/parse-feed.ts';
import type { ParseFeed } from '../refresh/parse/parsed-feed.ts';

/** The functions that read documents written by others. */
export type DocumentParser = {
  parseFeed: ParseFeed;
  parseOpml: ParseOpml;
  readPage: ReadPage;
  iconLinks: ReadIconLinks;
  sanitiseAll: SanitiseAll;
};

/** Reads documents in the calling thread, without limits of time and memory: for tests and benchmarks. */
export const inThreadParser: DocumentParser = {
  parseFeed,
  parseOpml: async (bytes) => parseOpml(bytes),
  readPage: async (page) => pageLinks(page),
  iconLinks: async (page, url) => iconLinks(new TextDecoder().decode(page), url),
  sanitiseAll: async (contents) => contents.map(({ html, base_url }) => sanitise(html, base_url)),
};
