import { requestAddress } from '../../model/feed/feed-url.ts';
import type { Feed } from '../../model/feed/feed.ts';
import type { ParsedFeed } from '../../parser/fields/parsed-feed.ts';
import type { OutboundResponse } from '../../web/guard/guarded-fetch.ts';

/** The hub that tells of a feed's news, and the address under which it knows the feed. */
export type NamedHub = { hub_url: string; topic_url: string };

const MAX_ADDRESS = 2048;

const webAddress = (text: string | null | undefined, base: string): string | null => {
  const url = text === null || text === undefined ? null : URL.parse(text, base);
  const isTaken = url !== null && /^https?:$/.test(url.protocol) && url.href.length <= MAX_ADDRESS;
  return isTaken ? url.href : null;
};

const LINK = /<([^<>]{1,2048})>([^<]{0,500})/g;
const RELATION = /;\s{0,9}rel\s{0,9}=\s{0,9}(?:"([^"]{0,200})"|([^\s;,"]{1,100}))/i;

/** Returns the first address of each relation in a Link header (RFC 8288, 3). */
const linksIn = (header: string): ReadonlyMap<string, string> => {
  const links = new Map<string, string>();
  for (const [, address = '', parameters = ''] of header.matchAll(LINK)) {
    const [, quoted, plain] = RELATION.exec(parameters) ?? [];
    for (const relation of (quoted ?? plain ?? '').toLowerCase().split(/\s+/))
      if (!links.has(relation)) links.set(relation, address);
  }
  return links;
};

/**
 * Returns the hub of a document and its topic: those of the Link header before those that the document names (WebSub, 4). A
 * document that names no address of its own is known by the address of its feed. Null if it names no hub.
 */
export const findHub = (
  { url }: Pick<Feed, 'url'>,
  response: Pick<OutboundResponse, 'url' | 'headers'>,
  parsed: Pick<ParsedFeed, 'hub_url' | 'self_url'>,
): NamedHub | null => {
  const links = linksIn(response.headers['link'] ?? '');
  const hub_url = webAddress(links.get('hub') ?? parsed.hub_url, response.url);
  if (hub_url === null) return null;
  const topic_url = webAddress(links.get('self') ?? parsed.self_url, response.url) ?? requestAddress(url);
  return { hub_url, topic_url };
};
