import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/*
 * A web for crawls, on one loopback port: hosts by name, each with a tree of pages and everything that makes crawling hard.
 * Its generator knows which addresses a crawl must request and which it must never request.
 */

/** The kinds of robots.txt that hosts have. */
type RobotsKind = 'allows' | 'missing' | 'forbids' | 'delays' | 'broken' | 'sitemaps';

const robotsKinds: readonly RobotsKind[] = ['forbids', 'allows', 'sitemaps', 'missing', 'delays', 'broken'];

export type CrawlWebOptions = {
  hosts: number;
  /** Number of pages in the tree of each host. */
  pages: number;
  /** The clock of the log. */
  now?: () => Date;
  /** Milliseconds that the page /slow takes. */
  slowMs?: number;
  /** True leaves out all that makes a crawl wait: crawl-delay, 429, 503 and connections that break. */
  isSwift?: boolean;
};

/** A request as the server saw it. */
type Asked = { host: string; path: string; at: number; user_agent: string };

const CHILDREN = 4;
const HUGE_BYTES = 6 * 1024 * 1024;
const WIDE_LINKS = 150;
const ONLY_IN_SITEMAPS = 10;
const BUSY_ANSWERS = 3;

const words = (seed: number): string => {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0;
  return Array.from({ length: 60 }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return `word${state % 997}`;
  }).join(' ');
};

const html = (title: string, body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><h1>${title}</h1>${body}</body></html>`;

const link = (href: string, rel = ''): string => `<a href="${href}"${rel && ` rel="${rel}"`}>to ${href}</a>`;

type Answer =
  | { status: number; headers?: Record<string, string>; body?: string | Uint8Array; delay_ms?: number }
  | 'hang up';

const page = (body: string, headers: Record<string, string> = {}): Answer => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  body,
});

const to = (location: string, status = 301): Answer => ({ status, headers: { location } });

/** The odd pages that the home page of each host links to, by path. */
const oddPages: Readonly<Record<string, (times: number) => Answer>> = {
  '/r/1': () => to('/r/2'),
  '/r/2': () => to('/r/3', 302),
  '/r/3': () => to('/r/end', 308),
  '/r/end': () => page(html('After redirects', link('/p/1'))),
  '/r/out': () => to('http://elsewhere.invalid/'),
  '/loop/a': () => to('/loop/b'),
  '/loop/b': () => to('/loop/a'),
  '/self': () => to('/self'),
  '/gone': () => ({
    status: 404,
    headers: { 'content-type': 'text/html' },
    body: html('Gone', link('/hidden/404')),
  }),
  '/error': () => ({ status: 500, body: 'error' }),
  '/flaky': (times) => (times < 2 ? { status: 503 } : page(html('Flaky', words(1)))),
  '/broken': () => 'hang up',
  '/huge': () => page(html('Huge', 'x'.repeat(HUGE_BYTES))),
  '/empty': () => page(''),
  '/doc.pdf': () => ({ status: 200, headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7' }),
  '/noindex': () => page(html('Noindex', link('/p/2'), '<meta name="robots" content="noindex">')),
  '/nofollow': () => page(html('Nofollow', link('/hidden/1'), '<meta name="robots" content="nofollow">')),
  '/header': () => page(html('Header', link('/hidden/2')), { 'x-robots-tag': 'none' }),
  '/grow/': () => page(html('Grow', link('more/'))),
  '/grow/more/': () => page(html('Grow', link('more/'))),
  '/grow/more/more/': () => page(html('Grow', link('more/'))),
  '/variant': () =>
    page(html('Variant', link('/p/1?utm_source=x#part'), '<link rel="canonical" href="/p/1">')),
};

/** Creates the web. Its hosts are `h0.test`, `h1.test` and so on. */
export const startCrawlWeb = async (options: CrawlWebOptions) => {
  const { hosts, pages, now = () => new Date(), slowMs = 5, isSwift = false } = options;
  const log: Asked[] = [];
  const times = new Map<string, number>();
  let port = 0;

  const nameOf = (index: number) => `h${index}.test`;
  const originOf = (index: number) => `http://${nameOf(index)}:${port}`;
  const robotsOf = (index: number): RobotsKind => robotsKinds[index % robotsKinds.length]!;
  const isBusyHost = (index: number) => !isSwift && index % 3 === 1;
  const hasWide = (index: number) => index === 0;

  const home = (index: number): string =>
    html(
      `Host ${index}`,
      [
        link('/p/0'),
        ...Object.keys(oddPages)
          .filter((path) => !isSwift || (path !== '/broken' && path !== '/flaky'))
          .filter((path) => !/^\/(?:r\/(?:[23]|end)|loop\/b|grow\/more.*)$/.test(path))
          .map((path) => link(path)),
        link('/slow'),
        link('/cal?day=0'),
        ...(hasWide(index) ? [link('/wide')] : []),
        link('/private/secret'),
        link('/hidden/3', 'nofollow'),
        link('mailto:someone@h.test'),
        link('http://elsewhere.invalid/page'),
        link(`${originOf((index + 1) % hosts)}/`),
        '<img src="/image.png"><script src="/app.js"></script><link rel="stylesheet" href="/style.css">',
      ].join(' '),
    );

  const treePage = (index: number, at: number): Answer => {
    const children = Array.from({ length: CHILDREN }, (_, child) => at * CHILDREN + child + 1);
    const links = children.filter((child) => child < pages).map((child) => link(`/p/${child}`));
    // Every tenth page repeats the text of the first.
    const text = words(at % 10 === 9 ? index * 1000 : index * 1000 + at);
    return page(
      html(
        `Page ${at} of ${index}`,
        [text, ...links, link('/'), link(`/p/${Math.floor(at / 2)}`), link('/p/0?sessionid=1')].join(' '),
      ),
    );
  };

  const sitemapIndex = (index: number) =>
    `<?xml version="1.0"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${[
      'a.xml.gz',
      'b.xml',
    ]
      .map((name) => `<sitemap><loc>${originOf(index)}/sitemap-${name}</loc></sitemap>`)
      .join('')}</sitemapindex>`;
  const urlset = (index: number, from: number) =>
    `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${Array.from(
      { length: ONLY_IN_SITEMAPS / 2 },
      (_, at) => `<url><loc>${originOf(index)}/only/${from + at}</loc></url>`,
    ).join('')}</urlset>`;

  const robots = (index: number): Answer => {
    const text = (body: string): Answer => ({ status: 200, headers: { 'content-type': 'text/plain' }, body });
    switch (robotsOf(index)) {
      case 'allows':
        return text('User-agent: *\nDisallow:\n');
      case 'missing':
        return { status: 404 };
      case 'forbids':
        return text('User-agent: *\nDisallow: /\n\nUser-agent: Omomi\nDisallow: /private/\n');
      case 'delays':
        return text(`User-agent: *\n${isSwift ? '' : 'Crawl-delay: 3\n'}Disallow: /private/\n`);
      case 'broken':
        return { status: 500 };
      case 'sitemaps':
        return text(`User-agent: *\nDisallow: /private/\nSitemap: ${originOf(index)}/sitemap-index.xml\n`);
    }
  };

  const answer = (index: number, path: string): Answer => {
    const key = `${index} ${path}`;
    const before = times.get(key) ?? 0;
    times.set(key, before + 1);
    if (path === '/robots.txt') return robots(index);
    const hostKey = `${index}`;
    const asked = times.get(hostKey) ?? 0;
    times.set(hostKey, asked + 1);
    if (isBusyHost(index) && asked < BUSY_ANSWERS) return { status: 429, headers: { 'retry-after': '7' } };
    if (path === '/') return page(home(index));
    const tree = /^\/p\/(\d+)(?:\?|$)/.exec(path);
    if (tree !== null && Number(tree[1]) < pages) return treePage(index, Number(tree[1]));
    const day = /^\/cal\?day=(\d+)$/.exec(path);
    if (day !== null) return page(html(`Day ${day[1]}`, link(`/cal?day=${Number(day[1]) + 1}`)));
    if (path === '/wide')
      return page(
        html('Wide', Array.from({ length: WIDE_LINKS }, (_, at) => link(`/wide?x=${at}`)).join(' ')),
      );
    if (path.startsWith('/wide?')) return page(html('Wide', words(3)));
    if (path === '/slow') return { ...(page(html('Slow', words(4))) as object), delay_ms: slowMs } as Answer;
    if (path === '/sitemap-index.xml') return { status: 200, body: sitemapIndex(index) };
    if (path === '/sitemap-a.xml.gz') return { status: 200, body: gzipSync(urlset(index, 0)) };
    if (path === '/sitemap-b.xml') return { status: 200, body: urlset(index, ONLY_IN_SITEMAPS / 2) };
    if (path.startsWith('/only/')) return page(html('Only in a sitemap', words(5)));
    return oddPages[path]?.(before + 1) ?? { status: 404 };
  };

  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    const index = Number(/^h(\d+)\.test$/.exec(host)?.[1] ?? -1);
    const path = request.url ?? '/';
    log.push({ host, path, at: now().getTime(), user_agent: request.headers['user-agent'] ?? '' });
    const given = index >= 0 && index < hosts ? answer(index, path) : ({ status: 421 } as const);
    if (given === 'hang up') {
      request.socket.destroy();
      return;
    }
    const { status, headers = {}, body = '', delay_ms = 0 } = given as Exclude<Answer, 'hang up'>;
    setTimeout(() => response.writeHead(status, headers).end(body), delay_ms);
  };

  const server = createServer(handle);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  port = (server.address() as AddressInfo).port;

  /** Returns what the pages of a host must be, by path: the status, or the type of error. `days` is the end of the calendar. */
  const expectedOf = (index: number, days: number): Map<string, number | string> => {
    const kind = robotsOf(index);
    const expected = new Map<string, number | string>();
    if (kind === 'broken') return expected.set('/', 'robots');
    const statuses: Record<string, number | string> = {
      '/r/1': 301,
      '/r/2': 302,
      '/r/3': 308,
      '/r/out': 301,
      '/loop/a': 301,
      '/loop/b': 'redirect',
      '/self': 'redirect',
      '/gone': 404,
      '/error': 500,
      '/broken': 'network',
    };
    for (const path of Object.keys(oddPages)) expected.set(path, statuses[path] ?? 200);
    if (isSwift) for (const path of ['/broken', '/flaky']) expected.delete(path);
    for (let at = 0; at < pages; at += 1) expected.set(`/p/${at}`, 200);
    for (let day = 0; day < days; day += 1) expected.set(`/cal?day=${day}`, 200);
    for (const path of ['/', '/slow', '/p/0?sessionid=1']) expected.set(path, 200);
    expected.set('/private/secret', kind === 'allows' || kind === 'missing' ? 404 : 'robots');
    if (kind === 'sitemaps')
      for (let at = 0; at < ONLY_IN_SITEMAPS; at += 1) expected.set(`/only/${at}`, 200);
    if (hasWide(index)) expected.set('/wide', 200);
    return expected;
  };

  return {
    port,
    hosts: Array.from({ length: hosts }, (_, index) => nameOf(index)),
    origins: Array.from({ length: hosts }, (_, index) => originOf(index)),
    log,
    expectedOf,
    robotsOf,
    /** Checks whether a path may not be asked of a host, whatever links to it. */
    isForbidden: (index: number, path: string): boolean =>
      path.startsWith('/hidden/') ||
      path.startsWith('/image') ||
      (path.startsWith('/private/') && !['allows', 'missing'].includes(robotsOf(index))) ||
      (robotsOf(index) === 'broken' && path !== '/robots.txt') ||
      path.startsWith('/grow/more/more/more'),
    /** The resolver for this web: every name is this machine. */
    lookup: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

export type CrawlWeb = Awaited<ReturnType<typeof startCrawlWeb>>;
