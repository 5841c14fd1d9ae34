import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Job } from '../../../src/contract/index.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { crashAt } from '../../harness/engines/crashing-table.ts';
import { runs } from '../../harness/property-runs.ts';
import { testReader } from '../../harness/reader.ts';
import {
  type Exported,
  feedly,
  freshRss,
  inoreader,
  jsonBytes,
  miniflux,
  opmlOf,
  zipOf,
} from '../../harness/samples/exports.ts';
import { numberedItem, rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';

let app: TestApp;
let server: FeedServer;
beforeEach(async () => {
  [app, server] = await Promise.all([startTestApp(), startFeedServer()]);
  server.set('/feed', { body: rss([1, 2, 3, 4].map(numberedItem), { title: 'Harbour' }) });
});
afterEach(() => Promise.all([app.close(), server.close()]));

const take = async (body: Uint8Array, name = 'local', of = app): Promise<Job> => {
  const job = await of.as(name).call('importOpml', { body });
  await of.settle();
  return testReader(of, name).job(job);
};
const stateOf = async (name = 'local', of = app) => {
  const rows = await testReader(of, name).list({ filter: 'all' });
  return Object.fromEntries(
    rows.map(({ link, is_saved, is_read, own_tags }) => [
      link,
      [is_saved ? 'saved' : '', is_read ? 'read' : 'unread', ...own_tags].filter(Boolean).join(' '),
    ]),
  );
};
const here = (n: number, more: Partial<Exported> = {}): Exported => ({
  url: `https://site.example/${n}`,
  feed: { url: server.url('/feed'), title: 'Harbour' },
  ...more,
});
const gone = (more: Partial<Exported> = {}): Exported => ({ ...here(90), starred: true, ...more });

describe('taking in the file of another reader', () => {
  it('follows the feeds of a FreshRSS archive in their folders, and leaves each article as it was there', async () => {
    const opml = opmlOf({ url: server.url('/feed'), title: 'My harbour', folder: 'Sea' });
    const starred = [
      here(1, { starred: true, labels: ['気候'] }),
      gone({ content: '<p>Kept <b>here</b>.</p>' }),
    ];
    const ofFeed = [
      here(2, { read: true }),
      here(3),
      here(91, { read: true }),
      here(9, { url: 'mailto:me', read: true }),
    ];
    const zip = zipOf({
      'starred_2026-03-01.json': jsonBytes(freshRss(starred)),
      'feed_2026-03-01_1_6.json': jsonBytes(freshRss(ofFeed, 'feed/6')),
      'feeds_2026-03-01.opml.xml': opml,
    });
    const job = await take(zip);
    expect(job).toMatchObject({
      state: 'done',
      done: 6,
      total: 6,
      result: { imported: 1, failed: 0, starred: 2, tagged: 1, read: 1, not_here: 1, no_address: 1 },
    });
    expect(await stateOf()).toEqual({
      'https://site.example/1': 'saved unread 気候',
      'https://site.example/2': 'read',
      'https://site.example/3': 'unread',
      'https://site.example/4': 'unread',
      'https://site.example/90': 'saved read',
    });
    const [feed] = await testReader(app).feeds();
    expect(feed).toMatchObject({ title: 'My harbour', folder: 'Sea', unread_count: 3 });
    const saved = await testReader(app).list({ filter: 'saved' });
    const kept = saved.find(({ link }) => link === 'https://site.example/90');
    expect(kept).toMatchObject({
      title: 'Title of https://site.example/90',
      published_at: '2019-02-12T19:33:20.000Z',
      saved_at: '2019-02-12T19:33:20.000Z',
      feed_title: 'site.example',
    });
    expect((await testReader(app).open(kept!.article_id)).content).toContain('Kept <strong>here</strong>.');
    expect(await app.stores.blobs.list('imports/local/')).toEqual([]);
    expect(app.deadLetters).toEqual([]);
  });

  it('keeps each with its text, time and labels, scored, for this reader alone', async () => {
    await testReader(app).addKeyword('harbour', 2);
    const old = gone({
      url: 'https://old.example/ice?utm_source=rss',
      title: 'Ice &amp; snow',
      content: '<p>The harbour froze.</p><script>alert(1)</script><img src="/ice.png" onerror="alert(2)">',
      labels: ['To do', '気候'],
    });
    expect((await take(jsonBytes(inoreader([old, { ...old, labels: [] }])))).result).toMatchObject({
      starred: 2,
    });
    const [row] = await testReader(app).list({ filter: 'saved' });
    expect(Object.keys(await stateOf())).toEqual([row!.link]);
    expect(row).toMatchObject({
      title: 'Ice & snow',
      feed_title: 'old.example',
      published_at: '2019-02-12T19:33:20.000Z',
      saved_at: '2019-02-12T20:33:20.000Z',
      own_tags: ['To do', '気候'],
      is_read: true,
      expires_at: null,
    });
    expect(row!.importance_score).toBeGreaterThan(0.1);
    const { content, author } = await testReader(app).open(row!.article_id);
    expect(content).toContain('https://old.example/ice.png');
    expect(content).not.toMatch(/script|onerror/);
    expect(author).toBe('Ann');
    expect(await testReader(app, 'two').list({ filter: 'all' })).toEqual([]);
  });

  it('leaves what the reader did here: nothing becomes unread, unsaved or untagged', async () => {
    const reader = testReader(app);
    await reader.follow(server.url('/feed'), 'Mine');
    await app.settle();
    const [fourth, third] = await reader.list();
    await reader.setTags(fourth!.article_id, ['Mine']);
    await reader.setRead(third!.article_id, true);
    const job = await take(
      jsonBytes(
        miniflux([here(4, { starred: true }), here(3), here(2, { read: true }), here(1, { read: true })]),
      ),
    );
    expect(job.result).toMatchObject({ imported: 0, duplicates: 1, starred: 1, read: 2 });
    expect(await stateOf()).toEqual({
      'https://site.example/4': 'saved unread Mine',
      'https://site.example/3': 'read',
      'https://site.example/2': 'read',
      'https://site.example/1': 'read',
    });
    expect((await reader.feeds())[0]).toMatchObject({ folder: 'Mine', unread_count: 1 });
  });

  it('takes the folder of a feed for no tag, and leaves labels out that find no room', async () => {
    await testReader(app).follow(server.url('/feed'), 'Sea');
    await app.settle();
    const long = Array.from({ length: 12 }, (_, n) => `label ${String(n).padStart(18, '0')}`);
    const file = inoreader([here(1, { labels: ['気候'] }), gone({ labels: long })], 'Sea');
    expect((await take(jsonBytes(file))).result).toMatchObject({ imported: 0, starred: 2, tagged: 2 });
    expect(await stateOf()).toMatchObject({
      'https://site.example/1': 'saved unread 気候',
      'https://site.example/90': `saved read ${long.slice(0, 5).join(' ')}`,
    });
  });

  it('keeps one that was labelled alone as a tagged one', async () => {
    expect(
      (await take(jsonBytes(feedly([gone({ starred: false, labels: ['Board'] })])))).result,
    ).toMatchObject({
      starred: 0,
      tagged: 1,
    });
    expect(await stateOf()).toEqual({ 'https://site.example/90': 'read Board' });
    expect((await testReader(app).list({ tag: 'Board' }))[0]).toMatchObject({ expires_at: null });
  });

  it('learns from stars of the last half year, as of then', async () => {
    await app.as('local').call('updatePreferences', { body: { learns: true } });
    const now = Math.floor(app.now().getTime() / 1000);
    const recent = gone({ published: now - 40 * 86_400 });
    await take(jsonBytes(freshRss([recent, { ...gone(), url: 'https://site.example/old' }])));
    const signals = await app.stores.learning.listSignals('local', 10);
    expect(signals.map(({ noted_at, is_saved }) => [noted_at, is_saved])).toEqual([
      [new Date((now - 40 * 86_400) * 1000).toISOString(), true],
    ]);
  });

  it('waits with the articles until all feeds have brought theirs, and shows how far it came', async () => {
    for (const n of [1, 2]) server.set(`/f/${n}`, { body: rss([numberedItem(n)]) });
    const file = zipOf({
      'a.opml': opmlOf(...[1, 2].map((n) => ({ url: server.url(`/f/${n}`), title: `F${n}` }))),
      'b.json': jsonBytes(miniflux(Array.from({ length: 120 }, (_, n) => here(n, { read: true })))),
    });
    const job = await app.as('local').call('importOpml', { body: file });
    const figures = async () => {
      const { state, done, total, result } = await testReader(app).job(job);
      return [state, done, total, result?.['read']];
    };
    while (await app.deliver('jobs'));
    expect(await figures()).toEqual(['running', 0, 123, undefined]);
    while (await app.deliver('fetch'));
    expect((await figures())[0]).toBe('running');
    while (await app.deliver('score'));
    expect(await figures()).toEqual(['running', 3, 123, undefined]);
    await app.deliver('jobs', 1);
    expect(await figures()).toEqual(['running', 53, 123, 4]);
    // A queue may deliver a message twice, which counts no article twice.
    const [slice] = app.queues.jobs;
    await app.deliver('jobs', 1);
    app.queues.jobs.unshift(slice!);
    await app.settle();
    expect(await figures()).toEqual(['done', 123, 123, 4]);
    expect((await testReader(app).job(job)).result).toMatchObject({ articles: 120, not_here: 116 });
  });

  it('can be cancelled between two slices: what was taken in stays', async () => {
    const file = jsonBytes(
      freshRss(
        Array.from({ length: 70 }, (_, n) => gone({ url: `https://a.example/${n}` })),
        'starred',
      ),
    );
    const job = await app.as('local').call('importOpml', { body: file });
    for (
      let slices = 0;
      slices < 100 && (await testReader(app).list({ filter: 'saved' })).length === 0;
      slices += 1
    )
      for (const queue of ['jobs', 'fetch', 'score'] as const) await app.deliver(queue, 1);
    await app.as('local').call('cancelJob', { params: { job_id: job.job_id } });
    await app.settle();
    expect(await testReader(app).job(job)).toMatchObject({ state: 'cancelled' });
    expect(await testReader(app).list({ filter: 'saved', limit: 100 })).toHaveLength(50);
    expect(await app.stores.blobs.list('imports/local/')).toEqual([]);
  });

  it('names what is wrong with a file, before a job begins', async () => {
    const refused = app.as('local').call('importOpml', { body: jsonBytes({ format: 'omomi-taste' }) });
    await expect(refused).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ fault: 'unknown', message: expect.stringContaining('taste') }],
    });
    expect((await app.as('local').call('listJobs')).items).toEqual([]);
  });

  it('leaves everything as it is when the same file is taken in again', { tags: ['long'] }, async () => {
    const kinds = [freshRss, inoreader, miniflux, feedly];
    const article = fc.record({
      n: fc.integer({ min: 1, max: 8 }),
      starred: fc.boolean(),
      read: fc.boolean(),
      labels: fc.subarray(['a', 'b', 'Sea']),
    });
    let reader = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...kinds),
        fc.array(article, { maxLength: 6 }),
        fc.boolean(),
        async (kind, articles, hasList) => {
          const name = `reader-${(reader += 1)}`;
          const file = zipOf({
            'a.json': jsonBytes(kind(articles.map(({ n, ...more }) => here(n, more)))),
            ...(hasList && { b: opmlOf({ url: server.url('/feed'), title: 'F', folder: 'Sea' }) }),
          });
          const { result: first } = await take(file, name);
          const before = [
            await stateOf(name),
            await testReader(app, name).feeds(),
            await testReader(app, name).tags(),
          ];
          const { result: second, state } = await take(file, name);
          expect([
            await stateOf(name),
            await testReader(app, name).feeds(),
            await testReader(app, name).tags(),
          ]).toEqual(before);
          expect(state).toBe('done');
          const { rows: _, imported, duplicates, ...figures } = second ?? {};
          expect(figures).toEqual(expect.objectContaining({ failed: 0 }));
          for (const figure of ['starred', 'tagged', 'read', 'not_here'])
            expect(figures[figure]).toBe(first?.[figure]);
          expect(imported).toBe(0);
          expect(duplicates).toBe(Number(first?.['imported']) + Number(first?.['duplicates']));
        },
      ),
      { numRuns: runs(100) },
    );
  });

  it('has the same result wherever the process is killed', { tags: ['long'] }, async () => {
    const file = zipOf({
      'a.opml': opmlOf(
        { url: server.url('/feed'), title: 'F', folder: 'Sea' },
        { url: server.url('/none'), title: 'N' },
      ),
      'b.json': jsonBytes(
        freshRss(
          [
            here(1, { starred: true, labels: ['a'] }),
            here(2, { read: true }),
            gone({ labels: ['b'] }),
            gone({ url: 'https://a.example/', starred: false, labels: ['a'] }),
          ],
          'feed/1',
        ),
      ),
    });
    const again = <T>(ask: () => Promise<T>): Promise<T> => ask().catch(ask);
    const story = async (killed: TestApp) => {
      const local = killed.as('local');
      // A list makes the key of pictures, once.
      await again(() => stateOf('local', killed));
      await local.call('importOpml', { body: file }).catch(() => local.call('importOpml', { body: file }));
      await killed.settle();
      expect(killed.deadLetters).toEqual([]);
      const { items: jobs } = await local.call('listJobs');
      const imported = jobs.filter(({ kind }) => kind === 'import');
      const { job_id: _, ...job } = await testReader(killed).job(imported[0]!);
      const end = {
        job,
        jobs: imported.length,
        state: await stateOf('local', killed),
        tags: await testReader(killed).tags(),
        unread: (await again(() => testReader(killed).feeds())).map(({ unread_count }) => unread_count),
        blobs: await killed.stores.blobs.list('imports/'),
      };
      await killed.close();
      return end;
    };
    const clean = await story(await startTestApp());
    expect(clean).toMatchObject({
      jobs: 1,
      job: { state: 'done', done: 6, result: { imported: 2, starred: 2, tagged: 3, read: 1 } },
      blobs: [],
    });
    let write = 0;
    for (let hasCrashed = true; hasCrashed;) {
      write += 1;
      for (const isAfter of [false, true]) {
        const table = crashAt(write, isAfter);
        expect(await story(await startTestApp({ wrapTable: table.wrap })), `write ${write}`).toEqual(clean);
        hasCrashed = table.hasCrashed();
      }
    }
    expect(write).toBeGreaterThan(50);
  });
});

const payloads = join(import.meta.dirname, '../../../../../shared/xss/payloads.txt');
const DANGEROUS =
  /<script|<iframe|<svg|<style|<[^>]*\son\w+\s*=|(?:href|src)="?\s*(?:javascript|data|vbscript):/iu;

describe.skipIf(!existsSync(payloads))('an export with published payloads (needs ../shared)', () => {
  it('is sanitised like the text of a feed', async () => {
    const some = readFileSync(payloads, 'utf8').split('\n').filter(Boolean);
    const articles = some.slice(0, 300).map((content, n) =>
      gone({
        url: `https://a.example/${n}`,
        title: content,
        content: `<p>Before</p>${content}`,
        labels: [content],
      }),
    );
    expect(articles.some(({ content }) => DANGEROUS.test(content!))).toBe(true);
    const links = some.slice(0, 50).map((url) => gone({ url }));
    const job = await take(jsonBytes(freshRss([...articles, ...links])));
    expect(job).toMatchObject({ state: 'done', result: { starred: expect.any(Number) } });
    const rows = [];
    for (let cursor: string | null = null; ;) {
      const page: Awaited<ReturnType<typeof listSaved>> = await listSaved(cursor);
      rows.push(...page.items);
      cursor = page.next_cursor;
      if (cursor === null) break;
    }
    expect(rows.length).toBeGreaterThanOrEqual(300);
    for (const { article_id, link } of rows) {
      expect(link).toMatch(/^https?:\/\//);
      const { content } = await testReader(app).open(article_id);
      expect(content).not.toMatch(DANGEROUS);
    }
  });
});

const listSaved = (cursor: string | null) =>
  app.as('local').call('listArticles', {
    query: { filter: 'saved', sort: 'published_at', limit: 200, ...(cursor === null ? {} : { cursor }) },
  });
