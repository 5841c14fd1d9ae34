import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FetchRow, Job } from '../../../src/contract/index.ts';
import { FEEDS_PER_PART } from '../../../src/refresh/fetch-job.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { Crash } from '../../harness/engines/crashing-table.ts';
import { rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';
import { interruption } from '../../harness/engines/interruption.ts';
import { testReader } from '../../harness/reader.ts';
import { feedUnknown } from '../../../src/model/feed/followed-feed.ts';

const items = (count: number, text = 'The text') =>
  Array.from({ length: count }, (_, at) => ({
    title: `Article ${at}`,
    link: `https://site.example/${at}`,
    guid: `guid-${at}`,
    text: `<p>${at === 0 ? text : 'The text'} of article ${at}.</p>`,
    date: new Date(Date.UTC(2026, 1, 20, 0, at)).toISOString(),
  }));

let interrupt: ReturnType<typeof interruption>;
let app: TestApp;
let server: FeedServer;
beforeEach(async () => {
  interrupt = interruption();
  [app, server] = await Promise.all([startTestApp({ wrapTable: interrupt.wrap }), startFeedServer()]);
});
afterEach(() => Promise.all([app.close(), server.close()]));

const local = () => app.as('local');
const rowsOf = async (job: Job): Promise<FetchRow[]> =>
  (await testReader(app).job(job)).result!['rows'] as FetchRow[];
const fetchOne = (feed_id: string) => local().call('fetchFeeds', { body: { feed_id } });
const follow = async (...paths: string[]): Promise<string[]> => {
  const ids: string[] = [];
  for (const path of paths) {
    server.set(path, { body: rss(items(2)) });
    ids.push((await testReader(app).follow(server.url(path))).feed_id);
  }
  await app.settle();
  app.advance(90);
  return ids;
};
const fetchJobs = async () =>
  (await local().call('listJobs')).items.filter(({ kind }) => kind === 'fetch-feeds');

describe('the result of a fetch', () => {
  it('counts the feeds of a batch in which a page and a message that fails are handled too', async () => {
    const [feed_id] = await follow('/a', '/b');
    const job = await local().call('fetchFeeds');
    await app.deliver('jobs');
    const { fetch } = app.queues;
    const steps = [{ kind: 'image', url: server.url('/none.png') }];
    const icon = JSON.stringify({ kind: 'icon', feed_id, icon_hash: null, steps, tried: [] });
    fetch.unshift({ id: 'icon', body: icon, receives: 0 }, { id: 'broken', body: '{}', receives: 0 });
    expect(fetch).toHaveLength(4);
    await app.deliver('fetch');
    expect(await testReader(app).job(job)).toMatchObject({ state: 'done', done: 2, total: 2 });
    expect(server.requests.has('/none.png')).toBe(true);
    expect(fetch.map(({ id }) => id)).toEqual(['broken']);
  });

  it('names for each feed all, new and unchanged items, and the reason of a failure', async () => {
    const [same, more, gone] = await follow('/same', '/more', '/gone');
    server.set('/same', { body: `${rss(items(2))}<!-- again -->` });
    server.set('/more', { body: rss(items(5, 'Another text')) });
    server.set('/gone', { status: 410, body: 'gone' });
    const job = await local().call('fetchFeeds');
    expect(job.feed_id).toBeNull();
    await app.deliver('jobs');
    expect(await rowsOf(job)).toMatchObject(Array(3).fill({ outcome: 'pending', total: null, why: null }));
    await app.settle();
    const { result } = await testReader(app).job(job);
    const figures = {
      feeds: 3,
      new_articles: 3,
      left_out: 0,
      updated_feeds: 1,
      unchanged_feeds: 1,
      failed_feeds: 1,
      stopped_feeds: 0,
    };
    expect(result).toMatchObject(figures);
    const row = {
      total: null,
      new_articles: 0,
      unchanged: null,
      left_out: 0,
      unprocessable: 0,
      error_code: null,
      why: null,
    };
    const expected = [
      { ...row, feed_id: same!, outcome: 'unchanged', total: 2, unchanged: 2 },
      { ...row, feed_id: more!, outcome: 'updated', total: 5, new_articles: 3, unchanged: 1 },
      {
        ...row,
        feed_id: gone!,
        outcome: 'failed',
        error_code: 'gone',
        why: expect.stringContaining('removed'),
      },
    ];
    expect(await rowsOf(job)).toEqual(expected.toSorted((a, b) => (a.feed_id < b.feed_id ? -1 : 1)));
    expect((await fetchJobs())[0]!.result).toEqual(figures);
  });

  it('costs one write unit for a few feeds, even if all of them failed', async () => {
    const user_id = 'u'.repeat(64);
    const job_id = 'j'.repeat(25);
    const outcome = {
      outcome: 'unchanged',
      total: 12_345,
      new_articles: 12_345,
      unchanged: 12_345,
      left_out: 0,
      unprocessable: 0,
      error_code: 'too_many_redirects',
    } as const;
    const feeds = Object.fromEntries(
      Array.from({ length: FEEDS_PER_PART }, (_, at) => [String(at).padStart(16, '0'), outcome]),
    );
    await app.stores.jobParts.putAll([{ user_id, job_id, part: 124, feeds }]);
    app.takeUnits();
    await app.stores.jobParts.setOutcomes({ user_id, job_id, part: 124 }, feeds);
    expect(app.takeUnits()).toEqual({ read: 0, write: 1 });
  });
});

describe('a fetch of all feeds', () => {
  it('reports the stopped feeds, which it does not fetch', async () => {
    const [, stopped] = await follow('/a', '/b', '/c');
    await app.stores.feeds.update(stopped!, {
      fetch_status: 'stopped',
      error_code: 'gone',
      consecutive_errors: 1,
    });
    server.set('/c', { body: 'no', status: 503 });
    server.requests.clear();
    app.advance(90);
    const started = await local().call('fetchFeeds');
    await app.settle();
    const job = await testReader(app).job(started);
    expect([...server.requests.keys()].toSorted()).toEqual(['/a', '/c']);
    expect(job).toMatchObject({ state: 'done', done: 3, total: 3 });
    expect(job.result).toMatchObject({ failed_feeds: 1, stopped_feeds: 1 });
    expect(job.result?.['rows']).toContainEqual(
      expect.objectContaining({ feed_id: stopped, outcome: 'stopped', error_code: 'gone' }),
    );
  });
});

describe('a fetch of one feed', () => {
  it('fetches that one only', async () => {
    const [one] = await follow('/a', '/b');
    server.requests.clear();
    const job = await fetchOne(one!);
    expect(job).toMatchObject({ kind: 'fetch-feeds', feed_id: one });
    await app.settle();
    expect(await testReader(app).job(job)).toMatchObject({ state: 'done', done: 1, total: 1, feed_id: one });
    expect([...server.requests.keys()]).toEqual(['/a']);
  });

  it('reports the reason if it cannot start', async () => {
    const [paused, stopped] = await follow('/a', '/b');
    await local().call('updateFeed', { params: { feed_id: paused! }, body: { is_active: false } });
    await app.stores.feeds.update(stopped!, { fetch_status: 'stopped', error_message: 'It is gone.' });
    await expect(fetchOne('0123456789abcdef')).rejects.toThrow(feedUnknown());
    await expect(fetchOne(paused!)).rejects.toMatchObject({
      code: 'FEED_INACTIVE',
      details: { reason: 'paused' },
    });
    await expect(fetchOne(stopped!)).rejects.toThrow('This feed is stopped: It is gone.');
    expect(await fetchJobs()).toEqual([]);
  });

  it('returns the running job for all feeds or for the same feed', async () => {
    const [one] = await follow('/a', '/b');
    const all = await local().call('fetchFeeds');
    expect((await fetchOne(one!)).job_id).toBe(all.job_id);
    await app.settle();
    const single = await fetchOne(one!);
    await app.deliver('jobs');
    expect(await fetchOne(one!)).toMatchObject({ job_id: single.job_id, feed_id: one });
    await app.settle();
    expect(await testReader(app).job(single)).toMatchObject({ state: 'done', total: 1 });
    expect(await fetchJobs()).toHaveLength(2);
  });

  it.each([
    'before it begins',
    'while it is planned',
    'while it waits',
    'while its last outcome is recorded',
  ])('becomes a fetch of all feeds if that is requested %s', async (when) => {
    const [one, other] = await follow('/a', '/b', '/c');
    const job = await fetchOne(one!);
    const widen = async () => {
      const joined = when === 'before it begins' ? await fetchOne(other!) : await local().call('fetchFeeds');
      expect(joined).toMatchObject({ job_id: job.job_id, feed_id: null });
    };
    if (when === 'while it is planned') interrupt.on('batchGet', 'FEEDS#', widen);
    if (when !== 'before it begins') await app.deliver('jobs');
    if (when === 'while its last outcome is recorded')
      interrupt.on('update', `JOB#${job.job_id}`, async () => {
        await widen();
        await app.deliver('jobs');
      });
    else if (when !== 'while it is planned') await widen();
    await app.deliver('fetch', 1);
    // The first job still holds the lock.
    expect((await local().call('fetchFeeds')).job_id).toBe(job.job_id);
    await app.settle();
    expect(await testReader(app).job(job)).toMatchObject({ state: 'done', done: 3, total: 3, feed_id: null });
    expect(await fetchJobs()).toHaveLength(1);
  });

  it('becomes a fetch of all feeds even if the requester crashed', async () => {
    const [one] = await follow('/a', '/b');
    const job = await fetchOne(one!);
    await app.deliver('jobs');
    const send = app.queues.jobs.push;
    app.queues.jobs.push = () => {
      throw new Crash();
    };
    await expect(local().call('fetchFeeds')).rejects.toThrow(Crash);
    app.queues.jobs.push = send;
    await app.settle();
    expect(await testReader(app).job(job)).toMatchObject({ state: 'running', feed_id: null });
    expect((await local().call('fetchFeeds')).job_id).toBe(job.job_id);
    await app.settle();
    expect(await testReader(app).job(job)).toMatchObject({ state: 'done', done: 2 });
  });
});

describe('the history', () => {
  it('is paged, newest first, and ends after 30 days', async () => {
    const all: Job[] = [];
    for (let at = 0; at < 5; at += 1) {
      all.unshift(await local().call('recalculate'));
      await app.settle();
      app.advance(60);
    }
    const walk = async (limit: number) => {
      const ids: string[] = [];
      let cursor: string | undefined;
      do {
        const query = { limit, ...(cursor === undefined ? {} : { cursor }) };
        const page = await local().call('listJobs', { query });
        ids.push(...page.items.map(({ job_id }) => job_id));
        expect(page.has_more).toBe(page.next_cursor !== null);
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined);
      return ids;
    };
    const ids = all.map(({ job_id }) => job_id);
    for (const limit of [1, 2, 4, 5, 200]) expect(await walk(limit)).toEqual(ids);
    const { next_cursor } = await local().call('listJobs', { query: { limit: 1 } });
    const foreign = app.as('other').call('listJobs', { query: { limit: 1, cursor: next_cursor! } });
    await expect(foreign).rejects.toThrow('cursor');
    await expect(local().call('listJobs', { query: { limit: 1, cursor: 'x' } })).rejects.toThrow('cursor');

    app.advance(30 * 24 * 60 - 2 * 60 - 1);
    expect(await walk(2)).toEqual(ids.slice(0, 2));
    await expect(testReader(app).job(all.at(-1)!)).rejects.toThrow('30 days');
    expect((await app.stores.jobs.list('local')).length).toBe(5);
  });
});
