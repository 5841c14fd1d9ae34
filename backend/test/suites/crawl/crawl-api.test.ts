import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  crawlSettings,
  type CrawlLink,
  type CrawlPage,
  type CrawlPageSort,
} from '../../../src/contract/index.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { startFeedServer } from '../../harness/servers/feed-server.ts';
import { invalidCursor } from '../../../src/lib/json-cursor.ts';

const site: Record<string, string> = {
  '/': '<title>Home</title><a href="/a">A</a> <a href="/b">B</a> <a href="/gone">Gone</a> <a href="https://else.invalid/">E</a>',
  '/a': '<title>=A()</title><p>the same words are on both of these pages and on no other one</p><a href="/gone">Gone too</a>',
  '/b': '<title>B</title><p>the same words are on both of these pages and on no other one</p><a href="/gone">Gone too</a>',
};

describe('crawls through the API', () => {
  let server: Awaited<ReturnType<typeof startFeedServer>>;
  let app: TestApp;
  let crawl_id = '';
  const body = (changes: object = {}) => crawlSettings.parse({ seeds: [`${server.origin}/`], ...changes });

  /** Works until nothing waits any more, moving the clock as messages become due. */
  const runAll = async (): Promise<void> => {
    for (let turn = 0; turn < 400; turn += 1) {
      await app.settle();
      if (app.queues.jobs.length + app.queues.fetch.length === 0) return;
      app.advance(1 / 60);
    }
    throw new Error('it never ended');
  };

  beforeAll(async () => {
    server = await startFeedServer();
    for (const [path, html] of Object.entries(site))
      server.set(path, { body: `<html><body>${html}</body></html>`, type: 'text/html' });
    app = await startTestApp();
    const job = await app.as('local').call('startCrawl', { body: body({ limit: 20 }) });
    crawl_id = job.job_id;
    await runAll();
  }, 120_000);
  afterAll(async () => {
    await app.close();
    await server.close();
  });

  it('run as a job, with an estimate before and what was spent after', async () => {
    const estimate = await app.as('local').call('estimateCrawl', { body: body() });
    expect(estimate.expected).toMatchObject({ requests: 502, seconds: 553 });
    expect(estimate.expected.usd).toBeGreaterThan(0.005);
    const job = await app.as('local').call('getJob', { params: { job_id: crawl_id } });
    expect(job).toMatchObject({
      kind: 'crawl',
      state: 'done',
      result: { pages: 4, errors: 0, disallowed: 0 },
    });
    const crawl = await app.as('local').call('getCrawl', { params: { crawl_id } });
    expect(crawl).toMatchObject({ state: 'done', found: 4, done: 4, reason: null });
    expect(crawl.queue.map(({ state, count }) => [state, count])).toEqual([
      ['queued', 0],
      ['processing', 0],
      ['completed', 4],
      ['error', 0],
      ['disallowed', 0],
    ]);
    expect(crawl.queue[2]!.oldest_at).not.toBeNull();
    expect(crawl.left_out['scope']).toBe(1);
    expect(crawl.spent.requests).toBeGreaterThanOrEqual(5);
    expect(crawl.spent.usd).toBeGreaterThan(0);
    expect(crawl.spent.bytes).toBeGreaterThan(100);
    const { items } = await app.as('local').call('listCrawls');
    expect(items.map((one) => one.crawl_id)).toEqual([crawl_id]);
  });

  const pages = (query: object = {}) =>
    app.as('local').call('listCrawlPages', {
      params: { crawl_id },
      query: { sort: 'oldest' as const, limit: 50, ...query },
    });
  const pathsOf = (items: readonly CrawlPage[]) => items.map(({ url }) => url.slice(server.origin.length));

  it('list pages by state, status, text and sort', async () => {
    expect(pathsOf((await pages()).items).toSorted()).toEqual(['/', '/a', '/b', '/gone', '/sitemap.xml']);
    expect(pathsOf((await pages({ status_code: 404 })).items).toSorted()).toEqual(['/gone', '/sitemap.xml']);
    expect((await pages({ state: 'error' })).items).toEqual([]);
    const [a] = (await pages({ status_code: 200 })).items.filter(({ title }) => title === 'B');
    const same = await pages({ content_hash: a!.content_hash! });
    expect(pathsOf(same.items)).toContain('/b');
    for (const sort of ['newest', 'slowest', 'status'] as CrawlPageSort[])
      expect((await pages({ sort })).items).toHaveLength(5);
    const home = (await pages()).items.find(({ depth, role }) => depth === 0 && role === 'page');
    expect(home).toMatchObject({ url: `${server.origin}/`, title: 'Home', status_code: 200, links: 4 });
    const { page_id } = home!;
    expect(await app.as('local').call('getCrawlPage', { params: { crawl_id, page_id } })).toEqual(home);
  });

  it('are listed part by part, and a cursor belongs to its query', async () => {
    const all: CrawlPage[] = [];
    let cursor: string | undefined;
    do {
      const part = await pages({ limit: 2, ...(cursor === undefined ? {} : { cursor }) });
      all.push(...part.items);
      cursor = part.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(all).toEqual((await pages()).items);
    const { next_cursor } = await pages({ limit: 2 });
    await expect(pages({ limit: 2, sort: 'newest', cursor: next_cursor! })).rejects.toThrow(invalidCursor());
    await expect(pages({ cursor: 'nonsense' })).rejects.toThrow(invalidCursor());
  });

  const links = (query: object = {}) =>
    app.as('local').call('listCrawlLinks', {
      params: { crawl_id },
      query: { is_broken: false, limit: 50, ...query },
    });
  const arrows = (items: readonly CrawlLink[]) =>
    items
      .map(
        ({ source_url, target_url }) =>
          `${source_url.slice(server.origin.length)} ${target_url.replace(server.origin, '')}`,
      )
      .toSorted();

  it('list links of a page, to a page and to broken pages', async () => {
    const idOf = async (path: string) =>
      (await pages()).items.find(({ url }) => url === `${server.origin}${path}`)!.page_id;
    expect(arrows((await links({ from: await idOf('/') })).items)).toEqual([
      '/ /a',
      '/ /b',
      '/ /gone',
      '/ https://else.invalid/',
    ]);
    expect(arrows((await links({ to: await idOf('/a') })).items)).toEqual(['/ /a']);
    const broken = (await links({ is_broken: true })).items;
    expect(arrows(broken)).toEqual(['/ /gone', '/a /gone', '/b /gone']);
    expect(broken[0]).toMatchObject({ target_status_code: 404, target_state: 'completed', type: 'internal' });
    const all: CrawlLink[] = [];
    let cursor: string | undefined;
    do {
      const part = await links({ limit: 1, ...(cursor === undefined ? {} : { cursor }) });
      all.push(...part.items);
      cursor = part.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(arrows(all)).toEqual(arrows((await links()).items));
    expect(all).toHaveLength(6);
  });

  it('find pages with the same text', async () => {
    const query = { limit: 50 };
    const { items } = await app.as('local').call('listCrawlDuplicates', { params: { crawl_id }, query });
    expect(
      items.map((group) => group.pages.map(({ url }) => url.slice(server.origin.length)).toSorted()),
    ).toEqual([['/a', '/b']]);
  });

  it('export pages and links, and keep a spreadsheet from running what a page wrote', async () => {
    const part = (query: object) =>
      app.as('local').call('exportCrawl', {
        params: { crawl_id },
        query: { of: 'pages' as const, format: 'jsonl' as const, ...query },
      });
    const lines = (await part({})).text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as CrawlPage);
    const byId = (a: CrawlPage, b: CrawlPage) => (a.page_id < b.page_id ? -1 : 1);
    expect(lines.toSorted(byId)).toEqual((await pages()).items.toSorted(byId));
    const csv = await part({ format: 'csv' });
    expect(csv).toMatchObject({ has_more: false, filename: `crawl-${crawl_id}-pages.csv` });
    expect(csv.text.split('\r\n')[0]).toMatch(/^page_id,url,host,state,/);
    expect(csv.text).toContain(`,'=A(),`);
    expect((await part({ of: 'links' })).text.trim().split('\n')).toHaveLength(6);
    expect((await part({ of: 'errors', format: 'csv' })).text).toBe(
      'page_id,url,attempt,type,message,occurred_at\r\n',
    );
  });

  it('leave robots.txt aside for the owner alone, and for named hosts only', async () => {
    const start = (changes: object, isOwner = true) =>
      app.as('local', isOwner).call('startCrawl', { body: body(changes) });
    await expect(start({ robots_agent: 'Other' }, false)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(start({ respect_robots: false })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ path: 'own_hosts' }],
    });
    expect(() => body({ own_hosts: ['https://a.example/'] })).toThrow('the name of a host');
    expect(() => body({ user_agent: 'a\nb' })).toThrow('ASCII');
  });

  it('are nobody else’s', async () => {
    for (const name of [
      'getCrawl',
      'listCrawlPages',
      'listCrawlLinks',
      'listCrawlErrors',
      'exportCrawl',
    ] as const)
      await expect(
        app.as('someone').call(name, { params: { crawl_id }, query: { limit: 5 } } as never),
      ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await app.as('someone').call('listCrawls')).items).toEqual([]);
  });

  it('run one at a time, can be cancelled, and are over then', async () => {
    const job = await app.as('second').call('startCrawl', { body: body() });
    await app.deliver('jobs');
    await expect(app.as('second').call('startCrawl', { body: body({ limit: 5 }) })).rejects.toMatchObject({
      code: 'CRAWL_RUNNING',
      details: { job_id: job.job_id },
    });
    expect((await app.as('second').call('listCrawls')).items).toHaveLength(1);
    const before = server.requests.get('/')!.full;
    await app.as('second').call('cancelJob', { params: { job_id: job.job_id } });
    await runAll();
    expect(server.requests.get('/')!.full).toBe(before);
    const crawl = await app.as('second').call('getCrawl', { params: { crawl_id: job.job_id } });
    expect(crawl).toMatchObject({ state: 'cancelled', done: 0, found: 1 });
    expect(crawl.ended_at).not.toBeNull();
    expect(crawl.queue[0]).toMatchObject({ state: 'queued', count: 1 });
    const again = await app.as('second').call('startCrawl', { body: body() });
    expect(again.job_id).not.toBe(job.job_id);
    await app.as('second').call('cancelJob', { params: { job_id: again.job_id } });
  });

  it('are smaller for readers than for the owner, and stay on the public internet', async () => {
    const start = (changes: object) => app.as('third', false).call('startCrawl', { body: body(changes) });
    await expect(start({ limit: 1001 })).rejects.toMatchObject({ code: 'CRAWL_LIMIT' });
    await expect(start({ depth: 11 })).rejects.toMatchObject({ details: { field: 'depth', most: 10 } });
    await expect(start({ seeds: ['http://10.0.0.1/'] })).rejects.toMatchObject({ url: 'http://10.0.0.1/' });
    await expect(start({ seeds: ['ftp://site.example/'] })).rejects.toThrow(/begin with http/);
    expect(crawlSettings.safeParse({ seeds: [] }).success).toBe(false);
    expect(crawlSettings.safeParse({ seeds: ['x.example'], delay_ms: 10 }).success).toBe(false);
  });

  it('take a page back from a worker that died', async () => {
    const job = await app.as('fourth').call('startCrawl', { body: body({ use_sitemaps: false }) });
    await app.deliver('jobs');
    // The message of the seed is lost with its worker.
    app.queues.fetch.splice(0);
    for (let minute = 0; minute < 6; minute += 1) {
      app.advance(1);
      await app.settle();
    }
    await runAll();
    const params = { crawl_id: job.job_id };
    expect(await app.as('fourth').call('getCrawl', { params })).toMatchObject({ state: 'done', found: 4 });
    const errors = await app.as('fourth').call('listCrawlErrors', { params, query: { limit: 5 } });
    expect(errors.items).toMatchObject([{ type: 'lost', attempt: 1, url: `${server.origin}/` }]);
  });

  it('go with their reader', async () => {
    const crawled = async () =>
      (await app.dump()).filter(
        ({ PK, SK }) => String(PK).startsWith('CRAWL#') || String(SK).startsWith('CRAWL#'),
      );
    const before = await crawled();
    await app.as('local').call('leave', { body: { email: 'local' } } as never);
    for (let turn = 0; turn < 40; turn += 1) {
      await app.settle();
      app.advance(1);
    }
    const after = await crawled();
    expect(before.some(({ PK }) => PK === `CRAWL#${crawl_id}`)).toBe(true);
    expect(after.filter(({ PK, SK }) => PK === `CRAWL#${crawl_id}` || SK === `CRAWL#${crawl_id}`)).toEqual(
      [],
    );
    expect(after.length).toBeGreaterThan(0);
  });
});
