import { Buffer } from 'node:buffer';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importRow } from '../../../src/contract/index.ts';
import type { Job } from '../../../src/contract/index.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { crashAt } from '../../harness/engines/crashing-table.ts';
import { rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';
import { functionUrlEvent, lambdaContext } from '../../harness/api/function-url-event.ts';
import { testReader } from '../../harness/reader.ts';

const feedOf = (n: number) =>
  rss([{ title: `Article of ${n}`, link: `https://site.example/${n}`, guid: `guid-${n}`, text: 'Text.' }], {
    title: `Feed ${n}`,
    site: 'http://127.0.0.1:1/',
  });
const row = (url: string, text: string) => `<outline type="rss" text="${text}" xmlUrl="${url}"/>`;
const opml = (...rows: string[]) => Buffer.from(`<opml version="2.0"><body>${rows.join('')}</body></opml>`);

describe('importing and exporting subscriptions', () => {
  let app: TestApp;
  let server: FeedServer;
  beforeEach(async () => {
    [app, server] = await Promise.all([startTestApp({ maxSubscriptions: 30 }), startFeedServer()]);
  });
  afterEach(() => Promise.all([app.close(), server.close()]));

  const reader = (user?: string) => testReader(app, user);
  const rowsOf = (job: Job) => importRow.array().parse(job.result?.['rows']);
  const runImport = async (body: Uint8Array, user = 'local') => {
    const job = await app.as(user).call('importOpml', { body });
    await app.settle();
    return reader(user).job(job);
  };
  const subscriptions = async (user = 'local') =>
    (await app.as(user).call('listFeeds')).items
      .map(({ url, title, folder }) => ({ url, title, folder }))
      .toSorted((a, b) => (a.url < b.url ? -1 : 1));

  /** Returns 30 rows: 24 feeds that answer, 2 that do not, 2 duplicates and 2 that are refused. */
  const mixed = () => {
    const paths = Array.from({ length: 24 }, (_, n) => `/feed/${n}`);
    for (const [n, path] of paths.entries()) server.set(path, { body: feedOf(n) });
    server.set('/down', { body: 'down', status: 503 });
    server.set('/page', { body: '<html><body>no feed</body></html>', type: 'text/html' });
    return opml(
      ...paths.slice(0, 12).map((path, n) => row(server.url(path), `Feed ${n}`)),
      '<outline text="News">',
      ...paths.slice(12, 18).map((path) => row(server.url(path), `My ${path}`)),
      '<outline text="日本">',
      ...paths.slice(18).map((path) => row(server.url(path), `My ${path}`)),
      row(server.url('/down'), 'Down &amp; out'),
      '</outline></outline>',
      row(server.url('/page'), 'A page'),
      row(server.url('/feed/3#top'), 'Again'),
      row(server.url('/feed/4'), 'Again'),
      row('http://10.0.0.1/feed', 'Private'),
      row('mailto:me@example.org', 'No address'),
    );
  };

  it('imports 30 rows of every kind with their outcomes, and its export can be imported with the same result', async () => {
    const started = await app.as('local').call('importOpml', { body: mixed() });
    expect(started).toMatchObject({ kind: 'import', state: 'queued' });
    await app.deliver('jobs');
    expect(await reader().job(started)).toMatchObject({ state: 'running', done: 4, total: 30 });
    await app.settle();
    const job = await reader().job(started);
    expect(job).toMatchObject({
      state: 'done',
      done: 30,
      total: 30,
      result: { imported: 26, unreachable: 2, duplicates: 2, failed: 2 },
    });
    expect(
      rowsOf(job).map(({ outcome, problem }) => (problem === null ? outcome : `${outcome}: ${problem}`)),
    ).toEqual([
      ...Array.from({ length: 24 }, () => 'imported'),
      'imported_unreachable: server_error',
      'imported_unreachable: not_a_feed',
      'duplicate: repeated',
      'duplicate: repeated',
      'failed: address_refused',
      'failed: invalid_address',
    ]);
    expect(rowsOf(job).every(({ problem, why }) => (problem === null) === (why === null))).toBe(true);
    expect((await app.as('local').call('listJobs')).items[0]?.result).not.toHaveProperty('rows');
    expect(app.deadLetters).toEqual([]);
    expect(await app.stores.blobs.get(`imports/local/${started.job_id}`)).toBeNull();

    const feeds = (await app.as('local').call('listFeeds')).items;
    expect(feeds).toHaveLength(26);
    expect(feeds.find(({ url }) => url === server.url('/down'))).toMatchObject({
      title: 'Down & out',
      folder: 'News / 日本',
      fetch_status: 'active',
      error_code: 'server_error',
      next_fetch_at: new Date(app.now().getTime() + 5 * 60_000).toISOString(),
    });
    expect(await reader().titles()).toHaveLength(24);

    const [{ feed_id }] = feeds as [(typeof feeds)[number]];
    await app.as('local').call('updateFeed', { params: { feed_id }, body: { keep_days: 30 } });
    const exported = Buffer.from(await app.as('local').call('exportOpml'));
    expect(exported.toString().match(/omomi:keepDays="30"/g)).toHaveLength(1);
    expect((await runImport(exported, 'second')).result).toMatchObject({
      imported: 26,
      duplicates: 0,
      failed: 0,
    });
    expect(await subscriptions('second')).toEqual(await subscriptions());
    expect((await reader('second').titles()).toSorted()).toEqual((await reader().titles()).toSorted());
    expect(await reader('second').feed(feed_id)).toMatchObject({ keep_days: 30 });
    expect(Buffer.from(await app.as('second').call('exportOpml')).equals(exported)).toBe(true);

    const again = await runImport(exported);
    expect(again).toMatchObject({ done: 26, result: { imported: 0, duplicates: 26 } });
    expect(rowsOf(again).every(({ problem }) => problem === 'already_subscribed')).toBe(true);
  });

  it('takes the folder of a feed that is followed in no folder, and leaves the reader’s own folders', async () => {
    for (const n of [1, 2, 3]) server.set(`/f/${n}`, { body: feedOf(n) });
    await reader().follow(server.url('/f/1'));
    await reader().follow(server.url('/f/2'), 'Mine');
    const rows = [1, 2, 3].map((n) => row(server.url(`/f/${n}`), `Feed ${n}`));
    const job = await runImport(opml('<outline text="News">', ...rows, '</outline>'));
    expect((await subscriptions()).map(({ folder }) => folder)).toEqual(['News', 'Mine', 'News']);
    expect(rowsOf(job).map(({ why }) => why)).toEqual([
      expect.stringContaining('“News”'),
      'You follow this feed already.',
      null,
    ]);
  });

  it('exports feeds and folders in the reader’s order', async () => {
    const titles = ['A1', 'A2', 'B1', 'B2', 'Loose'];
    for (const title of titles)
      server.set(`/${title}`, { body: rss([], { title, site: 'http://127.0.0.1:1/' }) });
    const feeds = new Map<string, string>();
    for (const title of titles) {
      const folder = title === 'Loose' ? null : title.slice(0, 1);
      feeds.set(title, (await reader().follow(server.url(`/${title}`), folder)).feed_id);
    }
    const local = app.as('local');
    const order = async () =>
      [...(await local.call('exportOpml')).matchAll(/text="([^"]+)"/g)].map(([, text]) => text);
    expect(await order()).toEqual(['Loose', 'A', 'A1', 'A2', 'B', 'B1', 'B2']);
    await local.call('updateFolder', { params: { name: 'B' }, body: { position: 1 } });
    await local.call('updateFeed', { params: { feed_id: feeds.get('B2')! }, body: { position: -3 } });
    await local.call('updateFeed', { params: { feed_id: feeds.get('A2')! }, body: { position: 0 } });
    expect(await order()).toEqual(['Loose', 'B', 'B2', 'B1', 'A', 'A2', 'A1']);
    await local.call('updateFeed', { params: { feed_id: feeds.get('A2')! }, body: { position: null } });
    expect(await order()).toEqual(['Loose', 'B', 'B2', 'B1', 'A', 'A1', 'A2']);
  });

  it('transfers a document unchanged in any encoding', async () => {
    server.set('/feed', { body: feedOf(1) });
    const send = (body: unknown) =>
      app.api(
        functionUrlEvent({
          method: 'POST',
          path: '/api/import/opml',
          headers: { 'content-type': 'text/xml' },
          body,
        }),
        lambdaContext(),
      );
    const document = Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="Shift_JIS"?><opml><body><outline text="'),
      Buffer.from([0x93, 0xfa, 0x96, 0x7b]),
      Buffer.from(`" xmlUrl="${server.url('/feed')}"/></body></opml>`),
    ]);
    expect((await send(document)).statusCode).toBe(202);
    await app.settle();
    expect(await subscriptions()).toEqual([{ url: server.url('/feed'), title: '日本', folder: null }]);
    const refused = await send('<html></html>');
    expect(refused.statusCode).toBe(400);
    expect(JSON.parse(refused.body ?? '')).toMatchObject({
      error: { code: 'VALIDATION_FAILED', message: expect.stringContaining('OPML') },
    });
    const { headers, body } = await app.api(functionUrlEvent({ path: '/api/export/opml' }), lambdaContext());
    expect(headers).toMatchObject({ 'content-disposition': 'attachment; filename="omomi.opml"' });
    expect(body).toContain('text="日本"');
  });

  it('imports rows one by one up to the limit of subscriptions', async () => {
    const rows = Array.from({ length: 35 }, (_, n) => row(server.url(`/none/${n}`), `Feed ${n}`));
    const job = await runImport(opml(...rows));
    expect(job.result).toMatchObject({ imported: 30, unreachable: 30, failed: 5 });
    expect(
      rowsOf(job)
        .slice(30)
        .every(({ problem }) => problem === 'subscription_limit'),
    ).toBe(true);
    expect((await runImport(opml(row(server.url('/x'), 'X')))).result).toMatchObject({ failed: 1 });
    expect(await subscriptions()).toHaveLength(30);
  });

  it('runs one import at a time: refuses another document, and returns the job for the same one', async () => {
    const [one, other] = [opml(row(server.url('/a'), 'A')), opml(row(server.url('/b'), 'B'))];
    const first = await app.as('local').call('importOpml', { body: one });
    await expect(app.as('local').call('importOpml', { body: other })).rejects.toMatchObject({
      code: 'IMPORT_RUNNING',
      details: { job_id: first.job_id },
    });
    expect((await app.as('local').call('importOpml', { body: one })).job_id).toBe(first.job_id);
    // The import has now planned its rows and deleted its document.
    await app.deliver('jobs');
    await app.deliver('jobs');
    await expect(app.as('local').call('importOpml', { body: other })).rejects.toMatchObject({
      code: 'IMPORT_RUNNING',
    });
    await app.settle();
    expect((await subscriptions()).map(({ title }) => title)).toEqual(['A']);
    await runImport(other);
    expect((await subscriptions()).map(({ title }) => title)).toEqual(['A', 'B']);
    expect(await app.stores.blobs.list('imports/local/')).toEqual([]);
  });

  it('ends an empty import at once', async () => {
    expect(await runImport(opml())).toMatchObject({
      state: 'done',
      done: 0,
      total: 0,
      result: { imported: 0 },
    });
  });

  it('gives a second reader the existing articles, even if the schedule fetches the feed at that moment', async () => {
    server.set('/feed', { body: feedOf(1) });
    await runImport(opml(row(server.url('/feed'), 'Feed 1')), 'first');
    app.advance(90);
    await app.as('second').call('importOpml', { body: opml(row(server.url('/feed'), 'Feed 1')) });
    await app.deliver('jobs');
    await app.deliver('jobs');
    // Let the schedule claim the feed before the import's own message arrives.
    const [own] = app.queues.fetch.splice(0);
    await app.dispatch();
    await app.deliver('fetch');
    app.queues.fetch.push(own!);
    await app.settle();
    expect(await reader('second').titles()).toEqual(['Article of 1']);
    expect(await reader('first').titles()).toEqual(['Article of 1']);
  });

  it('continues from slice to slice, even if the last feed is fetched before the last slice', async () => {
    server.set('/feed', { body: feedOf(1) });
    const repeated = Array.from({ length: 249 }, () => row(server.url('/feed'), 'Again'));
    const job = await app.as('local').call('importOpml', {
      body: opml(row(server.url('/feed'), 'Feed 1'), ...repeated),
    });
    const [first] = app.queues.jobs;
    await app.deliver('jobs');
    await app.deliver('jobs');
    // Deliver the first message again; a queue may deliver twice.
    app.queues.jobs.unshift(first!);
    await app.deliver('jobs', 1);
    expect(first?.receives).toBe(0);
    await app.deliver('fetch');
    await app.deliver('score');
    expect(await reader().job(job)).toMatchObject({ state: 'done', done: 250 });
    await app.settle();
    expect(await reader().job(job)).toMatchObject({
      state: 'done',
      done: 250,
      total: 250,
      result: { imported: 1 },
    });
    expect(await runImport(opml())).toMatchObject({ state: 'done' });
  });

  it('has the same result wherever the process is killed', { tags: ['long'] }, async () => {
    for (let n = 0; n < 5; n++) server.set(`/feed/${n}`, { body: feedOf(n) });
    const document = opml(
      ...Array.from({ length: 5 }, (_, n) => row(server.url(`/feed/${n}`), `Feed ${n}`)),
      row(server.url('/none'), 'None'),
      row(server.url('/feed/1'), 'Again'),
      ...Array.from({ length: 4 }, () => row('http://[::1]:1/', 'Private')),
    );
    const story = async (killed: TestApp) => {
      const local = killed.as('local');
      // If the request fails, the reader sends the document again.
      await local
        .call('importOpml', { body: document })
        .catch(() => local.call('importOpml', { body: document }));
      await killed.settle();
      expect(killed.deadLetters).toEqual([]);
      const feeds = (await local.call('listFeeds')).items.map(({ url, title, unread_count, error_code }) => ({
        url,
        title,
        unread_count,
        error_code,
      }));
      const { items: jobs } = await local.call('listJobs');
      const { job_id: _, ...job } = await local.call('getJob', { params: { job_id: jobs[0]!.job_id } });
      await killed.close();
      return { feeds, job, jobs: jobs.length };
    };
    const clean = await story(await startTestApp());
    expect(clean).toMatchObject({
      jobs: 1,
      job: { state: 'done', done: 11, result: { imported: 6, failed: 4 } },
    });
    // Crash before and after each write up to the first fetch (12); for later writes, alternate between the two.
    let write = 0;
    for (let hasCrashed = true; hasCrashed;) {
      write += 1;
      for (const isAfter of write <= 12 ? [false, true] : [write % 2 === 0]) {
        const table = crashAt(write, isAfter);
        expect(await story(await startTestApp({ wrapTable: table.wrap })), `write ${write}`).toEqual(clean);
        hasCrashed = table.hasCrashed();
      }
    }
    expect(write).toBeGreaterThan(40);
  });
});
