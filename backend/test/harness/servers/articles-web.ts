import { rss, type FeedServer, type RssItem } from './feed-server.ts';

const sentence = (topic: string, n: number): string =>
  `Paragraph ${n} of this report explains what the ${topic} means for the people who live with it, and whom they asked. `;

/** Returns the page of an article: its header and navigation, and the text in paragraphs of some 400 characters. */
export const articlePage = (
  title: string,
  {
    topic = 'harbour',
    paragraphs = 6,
    head = '',
  }: { topic?: string; paragraphs?: number; head?: string } = {},
): string => `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head>
<body><header><nav><a href="/">Home</a> <a href="/about">About</a></nav></header>
<main><article><h1>${title}</h1>
${Array.from({ length: paragraphs }, (_, n) => `<p>${sentence(topic, n + 1).repeat(4)}</p>`).join('\n')}
</article></main><footer><p>Imprint</p></footer></body></html>`;

/** A web on loopback: feeds that carry teasers, and the pages of their articles. */
export const createArticlesWeb = (server: FeedServer) => ({
  /** Returns article n of a feed, with a short text and a link to its page. */
  teaser: (n: number, changes: Partial<RssItem> = {}): RssItem => ({
    title: `Article ${n}`,
    link: server.url(`/articles/${n}`),
    guid: `guid-${n}`,
    text: `<p>A teaser of article ${n}, which its page tells in full.</p>`,
    date: new Date(Date.UTC(2026, 1, 28, 0, n)).toISOString(),
    ...changes,
  }),
  setFeed: (path: string, items: RssItem[]): void =>
    server.set(path, { body: rss(items, { site: server.url('/') }) }),
  setPage: (
    n: number | string,
    body: string,
    page: { status?: number; headers?: Record<string, string>; type?: string } = {},
  ): void => server.set(`/articles/${n}`, { body, type: 'text/html; charset=utf-8', ...page }),
  /** Returns how often the page of article n was requested. */
  requestsOf: (n: number | string): number => server.requests.get(`/articles/${n}`)?.full ?? 0,
});
