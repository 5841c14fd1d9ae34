import { sanitise, type SanitiseAll } from './html/sanitise.ts';
import { iconLinks, type ReadIconLinks } from './pages/icon-links.ts';
import { parseOpml, type ParseOpml } from './formats/opml.ts';
import { pageLinks, type ReadPage } from './pages/page-links.ts';
import { parseFeed } from './parse-feed.ts';
import type { ParseFeed } from './fields/parsed-feed.ts';

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
