import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { ico, png, svg } from '../../test/harness/servers/images.ts';
import { OutboundError } from '../web/guard/guarded-fetch.ts';
import type { GuardedFetch } from '../web/guard/guarded-fetch.ts';
import { createClients } from '../../test/harness/web/guarded-clients.ts';
import { startLoopbackServer } from '../../test/harness/web/loopback-server.ts';
import { inThreadParser } from '../../test/harness/in-thread-parser.ts';
import { createRenewIcon, findIcon, type IconContext } from './icon.ts';
import type { Icon, IconStore } from '../model/feed/feed.ts';

const { client, closeAll } = createClients();
afterEach(closeAll);

type Pages = Record<string, string | Uint8Array | RequestListener>;

const site = (pages: Pages) =>
  startLoopbackServer((request, response) => {
    const page = pages[request.url ?? ''];
    if (page === undefined) response.writeHead(404, { 'content-type': 'text/html' }).end('<html>no</html>');
    else if (typeof page === 'function') page(request, response);
    else response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  });

const linking = (...hrefs: string[]) =>
  `<html><head>${hrefs.map((href) => `<link rel="icon" href="${href}">`).join('')}</head></html>`;

const source = (origin: string, changes: { format?: 'rss' | 'atom'; icon_url?: string | null } = {}) => ({
  format: 'rss' as const,
  icon_url: null,
  site_url: `${origin}/`,
  feed_url: `${origin}/feed`,
  ...changes,
});

const sought = async (pages: Pages, changes?: { format?: 'rss' | 'atom'; path?: string }) => {
  await using server = await site(pages);
  const { path, ...rest } = changes ?? {};
  const icon_url = path === undefined ? null : `${server.origin}${path}`;
  const ctx = { fetch: client(server.host), parser: inThreadParser };
  return { ...(await findIcon(ctx, source(server.origin, { ...rest, icon_url }))), paths: server.paths };
};

describe('looking for an icon', () => {
  it('prefers the icon that an Atom feed names', async () => {
    const { icon, paths } = await sought({ '/own.png': png() }, { format: 'atom', path: '/own.png' });
    expect(icon).toMatchObject({ content_type: 'image/png', hash: expect.stringMatching(/^[0-9a-f]{8}$/) });
    expect(paths).toEqual(['/own.png']);
  });

  it('tries the page’s links, then favicon.ico, then an RSS banner', async () => {
    const banner = { '/banner.png': png({ width: 88, height: 31 }) };
    const favicon = { ...banner, '/favicon.ico': ico() };
    const linked = { ...favicon, '/': linking('/i.svg'), '/i.svg': svg() };
    const typeOf = async (pages: Pages) => {
      const { icon, paths } = await sought(pages, { path: '/banner.png' });
      return [icon?.content_type, paths.at(-1)];
    };
    expect(await typeOf(linked)).toEqual(['image/svg+xml', '/i.svg']);
    expect(await typeOf(favicon)).toEqual(['image/x-icon', '/favicon.ico']);
    expect(await typeOf(banner)).toEqual(['image/png', '/banner.png']);
  });

  it('uses the feed’s own host if the feed names no site', async () => {
    await using server = await site({ '/favicon.ico': ico() });
    const ctx = { fetch: client(server.host), parser: inThreadParser };
    const { icon } = await findIcon(ctx, { ...source(server.origin), site_url: null });
    expect(icon?.content_type).toBe('image/x-icon');
  });

  const endless: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png' });
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, 0x89)));
    };
    response.on('drain', more);
    response.write(png());
    more();
  };
  it.each<[string, string | Uint8Array | RequestListener]>([
    ['a page', '<!doctype html><html>soft 404</html>'],
    ['nothing', ''],
    ['an image of more than 100 KB', png({ filler: 110_000 })],
    ['an image without an end', endless],
    [
      'a redirect to the machine itself',
      (_request, response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/i.png' }).end(),
    ],
    [
      'a redirect to the cloud’s metadata',
      (_request, response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    ],
    [
      'a redirect to a file',
      (_request, response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    ],
  ])('tries the next icon if one is %s', async (_, hostile) => {
    const pages = { '/': linking('/bad'), '/bad': hostile, '/favicon.ico': ico() };
    const { icon, isLate, paths } = await sought(pages);
    expect(icon?.content_type).toBe('image/x-icon');
    expect(isLate).toBe(false);
    expect(paths).toEqual(['/', '/bad', '/favicon.ico']);
  });

  it('makes at most 6 requests, however many icons the page names', async () => {
    const pages = { '/': linking(...Array.from({ length: 40 }, (_, n) => `/${n}.png`)) };
    const { icon, paths } = await sought(pages, { format: 'atom', path: '/own.png' });
    expect(icon).toBeNull();
    expect(paths).toEqual(['/own.png', '/', '/0.png', '/1.png', '/2.png', '/favicon.ico']);
  });

  it('stops asking a host that does not answer', async () => {
    const asked: string[] = [];
    const ctx: IconContext = {
      parser: inThreadParser,
      fetch: (request) => {
        asked.push(request.url);
        return Promise.reject(new OutboundError('unresolved', 'no such host'));
      },
    };
    const own = { format: 'atom' as const, icon_url: 'https://cdn.example/own.png' };
    expect((await findIcon(ctx, source('https://site.example', own))).icon).toBeNull();
    expect(asked).toEqual(['https://cdn.example/own.png', 'https://site.example/']);
  });

  it('ends at its time limit', async () => {
    await using server = await site({ '/': linking('/i.png'), '/i.png': png() });
    let time = 0;
    const inner = client(server.host);
    const timeouts: (number | undefined)[] = [];
    const slow: GuardedFetch = async (request) => {
      timeouts.push(request.timeoutMs);
      time += 2950;
      return inner({ ...request, timeoutMs: 5000 });
    };
    const ctx = { fetch: slow, parser: inThreadParser };
    expect(await findIcon(ctx, source(server.origin), () => time)).toEqual({ icon: null, isLate: true });
    expect(timeouts).toEqual([3000]);
  });
});

describe('renewing an icon', () => {
  const renewing = (fetch: GuardedFetch, put: (icon: Icon) => void = () => {}) => {
    let time = Date.UTC(2026, 0, 31, 8);
    const warnings: string[] = [];
    let searches = 0;
    const renew = createRenewIcon({
      parser: inThreadParser,
      icons: { put: async (_, icon) => put(icon) } as IconStore,
      fetch: (request) => {
        searches += 1;
        return fetch(request);
      },
      now: () => new Date(time),
      log: { info: () => {}, warn: (message) => void warnings.push(message), error: () => {} },
    });
    const feed = { feed_id: '0123456789abcdef', icon_hash: null, icon_checked_day: null };
    return {
      renew: (origin: string, changes: { icon_hash?: string | null; icon_checked_day?: number } = {}) =>
        renew({ ...feed, url: `${origin}/feed`, ...changes }, source(origin)),
      warnings,
      takeSearches: () => {
        const taken = searches;
        searches = 0;
        return taken;
      },
      advance: (ms: number) => void (time += ms),
      today: Math.floor(time / 86_400_000),
    };
  };

  it('searches at first and then every 7 days', async () => {
    await using server = await site({ '/favicon.ico': ico() });
    const { renew, takeSearches, today } = renewing(client(server.host));
    expect(await renew(server.origin)).toMatchObject({ icon_checked_day: today });
    takeSearches();
    expect(await renew(server.origin, { icon_checked_day: today - 6 })).toEqual({});
    expect(takeSearches()).toBe(0);
    await renew(server.origin, { icon_checked_day: today - 7 });
    expect(takeSearches()).toBe(2);
  });

  it('stores an icon only if it has changed, and keeps the old one if none is found', async () => {
    await using server = await site({ '/favicon.ico': ico() });
    await using bare = await site({});
    const put: Icon[] = [];
    const { renew, today } = renewing(client(`${server.host},${bare.host}`), (icon) => put.push(icon));
    const { icon_hash } = await renew(server.origin);
    expect(put.map(({ hash }) => hash)).toEqual([icon_hash]);
    await renew(server.origin, { icon_hash: icon_hash ?? null });
    expect(put).toHaveLength(1);
    expect(await renew(bare.origin, { icon_hash: icon_hash ?? null })).toEqual({ icon_checked_day: today });
    expect(put).toHaveLength(1);
  });

  it('logs internal errors, and the feed continues without an icon', async () => {
    await using server = await site({ '/favicon.ico': ico() });
    const { renew, warnings } = renewing(client(server.host), () => {
      throw new Error('the table is down');
    });
    expect(await renew(server.origin)).toEqual({});
    expect(warnings).toEqual(['icon failed']);
  });

  it('pauses for a minute after a search that timed out, whose result counts only for a day', async () => {
    const silent = () => Promise.reject(new OutboundError('timed_out', 'too late'));
    const { renew, takeSearches, advance, today } = renewing(silent);
    const origin = 'https://silent.example';
    expect(await renew(origin)).toEqual({ icon_checked_day: today - 6 });
    expect(takeSearches()).toBe(1);
    expect(await renew(origin)).toEqual({});
    expect(takeSearches()).toBe(0);
    advance(60_000);
    await renew(origin);
    expect(takeSearches()).toBe(1);
  });

  it('runs at most two searches at once, and postpones others to the next document', async () => {
    const answers: (() => void)[] = [];
    const { renew, today } = renewing(
      () =>
        new Promise((_, reject) => {
          answers.push(() => reject(new OutboundError('unreachable', 'down')));
        }),
    );
    const first = [renew('https://a.example'), renew('https://b.example')];
    expect(await renew('https://c.example')).toEqual({});
    for (const answer of answers) answer();
    expect(await Promise.all(first)).toEqual([{ icon_checked_day: today }, { icon_checked_day: today }]);
    const again = renew('https://c.example');
    expect(answers).toHaveLength(3);
    answers[2]?.();
    expect(await again).toEqual({ icon_checked_day: today });
  });
});
