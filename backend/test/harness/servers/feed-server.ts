import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Page = {
  body: string | Uint8Array;
  type?: string;
  status?: number;
  headers?: Record<string, string>;
};

export type FeedServer = {
  origin: string;
  host: string;
  url: (path: string) => string;
  /** Sets the answer of a path from now on; undefined removes it. */
  set: (
    path: string,
    page: Page | ((request: IncomingMessage, response: ServerResponse) => void) | undefined,
  ) => void;
  /** The number of requests so far by path, with 304 answers counted separately. */
  requests: Map<string, { full: number; not_modified: number }>;
  close: () => Promise<void>;
};

/** Starts a web server on loopback that answers conditional requests by ETag, as a publisher's server does. */
export const startFeedServer = async (address = '127.0.0.1'): Promise<FeedServer> => {
  const pages = new Map<string, Page | ((request: IncomingMessage, response: ServerResponse) => void)>();
  const requests: FeedServer['requests'] = new Map();
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const page = pages.get(path);
    const count = requests.get(path) ?? { full: 0, not_modified: 0 };
    requests.set(path, count);
    if (typeof page === 'function') {
      count.full += 1;
      page(request, response);
      return;
    }
    if (page === undefined) {
      count.full += 1;
      response.writeHead(404).end('not found');
      return;
    }
    const etag = `"${createHash('sha1').update(page.body).digest('hex')}"`;
    if (request.headers['if-none-match'] === etag && page.status === undefined) {
      count.not_modified += 1;
      response.writeHead(304, { etag }).end();
      return;
    }
    count.full += 1;
    response.writeHead(page.status ?? 200, {
      'content-type': page.type ?? 'application/rss+xml',
      etag,
      ...page.headers,
    });
    response.end(page.body);
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const { port } = server.address() as AddressInfo;
  const host = `${address}:${port}`;
  return {
    origin: `http://${host}`,
    host,
    url: (path) => `http://${host}${path}`,
    set: (path, page) => {
      if (page === undefined) pages.delete(path);
      else pages.set(path, page);
    },
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

export type RssItem = {
  title: string;
  link?: string;
  guid?: string;
  text?: string;
  date?: string;
  author?: string;
  categories?: string[];
};

/** Returns an RSS 2.0 document. */
export const rss = (
  items: RssItem[],
  { title = 'A feed', site = 'https://site.example/' } = {},
): string => `<?xml version="1.0"?>
<rss version="2.0"><channel><title>${title}</title><link>${site}</link>${items
  .map(
    (item) =>
      `<item><title>${item.title}</title>${item.link === undefined ? '' : `<link>${item.link}</link>`}${
        item.guid === undefined ? '' : `<guid isPermaLink="false">${item.guid}</guid>`
      }${item.date === undefined ? '' : `<pubDate>${new Date(item.date).toUTCString()}</pubDate>`}<description><![CDATA[${
        item.text ?? ''
      }]]></description>${
        item.author === undefined
          ? ''
          : `<dc:creator xmlns:dc="http://purl.org/dc/elements/1.1/">${item.author}</dc:creator>`
      }${(item.categories ?? []).map((category) => `<category>${category}</category>`).join('')}</item>`,
  )
  .join('')}</channel></rss>`;

/** Returns a site's article number n, published one minute after article n - 1. */
export const numberedItem = (n: number): RssItem => ({
  title: `Article ${n}`,
  link: `https://site.example/${n}`,
  guid: `guid-${n}`,
  text: `<p>The text of article ${n}.</p>`,
  date: new Date(Date.UTC(2026, 1, 20, 0, n)).toISOString(),
});
