/// <reference lib="dom" />
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Article, ArticleRow, Page as ListPage } from '../../backend/src/contract/index.ts';
import { startRunner } from '../../backend/test/harness/runner.ts';
import { startFeedServer, type FeedServer } from '../../backend/test/harness/servers/feed-server.ts';
import { eventually, openBrowser } from './browser.ts';

/** A first fetch takes the newest 50 items of a feed. */
const FEEDS = 4;
const ITEMS = 50;
const OPENED = 4;

/** Escapes a text for XML and removes control characters, which XML cannot contain. */
const xml = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex
    .replace(/[\0-\x08\v\f\x0e-\x1f]/g, '')
    .replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);

const feedOf = (payloads: string[]): string => `<?xml version="1.0"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
<title>${xml(payloads[0] ?? '')}</title><link>javascript:pwn()</link>${payloads
  .map((payload, n) => {
    const text = xml(payload);
    return `<item><title>${n} ${text}</title><link>${text}</link><guid isPermaLink="false">${n}</guid>
<dc:creator>${text}</dc:creator><category>${text}</category><enclosure url="javascript:pwn()" length="1" type="${text}"/>
<pubDate>${new Date(Date.now() - n * 60_000).toUTCString()}</pubDate><description>${text}</description></item>`;
  })
  .join('')}</channel></rss>`;

describe('a feed with payloads in every field, in the application', () => {
  let server: FeedServer;
  let runner: Awaited<ReturnType<typeof startRunner>>;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let data: string;

  beforeAll(async () => {
    const kinds = JSON.parse(
      await readFile(join(import.meta.dirname, 'xss-payloads.json'), 'utf8'),
    ) as Record<string, string[]>;
    data = await mkdtemp(join(tmpdir(), 'omomi-e2e-'));
    server = await startFeedServer();
    runner = await startRunner({ data, allowHosts: server.host });
    const payloads = Object.values(kinds).flat();
    for (let n = 0; n < FEEDS; n += 1) {
      server.set(`/${n}.xml`, { body: feedOf(payloads.slice(n * ITEMS, (n + 1) * ITEMS)) });
      await runner.post('/api/feeds', { url: server.url(`/${n}.xml`) });
    }
    await runner.settled();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await runner?.stop();
    await server?.close();
    await rm(data, { recursive: true, force: true });
  });

  it('runs nothing, asks no other host for anything, and has no harmful link', async () => {
    const { page, complaints } = browser;
    const wrong: string[] = [];
    await page.exposeFunction('pwn', () => void wrong.push('a script ran'));
    page.on('dialog', (dialog) => {
      wrong.push('a dialog');
      void dialog.dismiss();
    });
    page.on('framenavigated', (frame) => {
      if (!frame.url().startsWith(runner.origin)) wrong.push(`navigated to ${frame.url()}`);
    });
    await page.route(
      (url) => url.origin !== runner.origin,
      (route) => {
        wrong.push(`${route.request().resourceType()} ${route.request().url()}`);
        return route.abort();
      },
    );
    const { items } = await runner.get<ListPage<ArticleRow>>('/api/articles?sort=published_at&limit=200');
    expect(items.length).toBeGreaterThan((FEEDS * ITEMS) / 2);
    const links = await Promise.all(
      items.slice(0, OPENED).map(({ article_id }) => runner.get<Article>(`/api/articles/${article_id}`)),
    );
    for (const { link, enclosures } of links)
      for (const url of [link, ...enclosures.map((each) => each.url)])
        expect(url ?? 'https:', 'a link that the page shows').not.toMatch(/^(?:javascript|data|vbscript):/i);

    await page.goto(`${runner.origin}/?sort=time`);
    await page.getByTestId('article-row').first().waitFor();
    for (const { article_id } of items.slice(0, OPENED)) {
      await page.goto(`${runner.origin}/?sort=time&article=${article_id}`);
      await page.getByRole('button', { name: 'Close article' }).waitFor();
      await eventually(async () =>
        expect(await page.getByRole('region', { name: 'Why it ranks here' }).count()).toBe(1),
      );
      const addresses = await page
        .locator('a[href], img[src]')
        .evaluateAll((all) =>
          all.map((each) => ('href' in each ? String(each.href) : each.getAttribute('src'))),
        );
      for (const address of addresses) expect(address).toMatch(/^(?:https?:|mailto:|\/|#)/);
    }
    await browser.shoot('xss-app');
    expect(wrong).toEqual([]);
    // The policy must have nothing to block: a report of it would mean that a payload got through the sanitiser.
    expect(complaints.filter((each) => /refused|violates|policy/i.test(each))).toEqual([]);
    expect(
      await page.locator('main script, main iframe, main svg style, main form, main object').count(),
    ).toBe(0);
  }, 240_000);
});
