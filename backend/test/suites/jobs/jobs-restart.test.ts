import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Job } from '../../../src/contract/index.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { Crash } from '../../harness/engines/crashing-table.ts';
import { rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';
import { interruption } from '../../harness/engines/interruption.ts';
import { keyword, scoresOf, seed } from '../../harness/scoring-samples.ts';
import { testReader } from '../../harness/reader.ts';

let interrupt: ReturnType<typeof interruption>;
let app: TestApp;
let server: FeedServer;
beforeEach(async () => {
  interrupt = interruption();
  [app, server] = await Promise.all([startTestApp({ wrapTable: interrupt.wrap }), startFeedServer()]);
});
afterEach(() => Promise.all([app.close(), server.close()]));

const local = () => app.as('local');
const stored = async ({ job_id }: Pick<Job, 'job_id'>) => (await app.stores.jobs.get('local', job_id))!;
const follow = async (count: number) => {
  for (let at = 0; at < count; at += 1) {
    server.set(`/f${at}`, { body: rss([]) });
    await testReader(app).follow(server.url(`/f${at}`));
  }
  await app.settle();
  app.advance(90);
};
const startIds = () => app.queues.jobs.map(({ body }) => JSON.parse(body).start_id as string);
const isGivenUp = { state: 'failed', result: { reason: expect.stringContaining('no further') } };

describe('a job whose worker dies', () => {
  it(
    'is completed when its message is delivered again, after a crash in any slice',
    { tags: ['long'] },
    async () => {
      await seed(app, 600);
      await local().call('addKeyword', keyword('football'));
      await app.settle();
      const undisturbed = await scoresOf(app);
      await local().call('updateKeyword', {
        params: { keyword_id: (await local().call('listKeywords')).items[0]!.keyword_id },
        body: { weight: 3 },
      });
      const [job] = (await local().call('listJobs')).items;
      let crashes = 0;
      while (await app.deliver('jobs', 1)) {
        // Make the next delivery die in the middle of its writes.
        const [operation, key] =
          crashes % 2 === 0 ? (['put', 'ENTRY#'] as const) : (['update', 'JOB#'] as const);
        interrupt.on(operation, key, () => Promise.reject(new Crash()));
        crashes += 1;
      }
      expect(crashes).toBeGreaterThan(3);
      expect(await testReader(app).job(job!)).toMatchObject({ state: 'done', done: 600 });
      expect(await stored(job!)).toMatchObject({ restarts: 0 });
      expect(
        (await scoresOf(app)).every(
          ({ article_id, importance_score }) =>
            Math.abs(
              importance_score! -
                3 * undisturbed.find((entry) => entry.article_id === article_id)!.importance_score!,
              // The weak part is stored with seven digits.
            ) < 1e-6,
        ),
      ).toBe(true);
    },
  );
});

describe('a job whose message is lost', () => {
  const lose = async (): Promise<Job> => {
    await follow(2);
    const job = await local().call('fetchFeeds');
    await app.deliver('jobs');
    app.queues.fetch.length = 0;
    return job;
  };

  it.each(['getJob', 'listJobs', 'fetchFeeds'] as const)(
    'is restarted after half an hour by %s, and ends',
    async (name) => {
      const job = await lose();
      const look = () => (name === 'getJob' ? testReader(app).job(job) : local().call(name));
      app.advance(29);
      await look();
      expect(app.queues.jobs).toEqual([]);
      app.advance(1);
      await Promise.all([look(), look(), look()]);
      expect(startIds()).toHaveLength(1);
      expect(await stored(job)).toMatchObject({ state: 'running', restarts: 1, taken_by: null });
      await app.settle();
      expect(await testReader(app).job(job)).toMatchObject({
        state: 'done',
        done: 2,
        result: { unchanged_feeds: 2 },
      });
      const { items } = await local().call('listJobs');
      expect(items.filter(({ kind }) => kind === 'fetch-feeds')).toHaveLength(1);
    },
  );

  it('is restarted by the daily cleanup if nobody asked for it', async () => {
    const job = await lose();
    app.advance(30);
    await app.cleanup();
    expect(await stored(job)).toMatchObject({ state: 'done', done: 2, restarts: 1 });
  });

  it('ignores the messages of earlier runs', async () => {
    await seed(app, 520);
    await local().call('recalculate');
    const first = { ...app.queues.jobs[0]! };
    await app.deliver('jobs', 1);
    const slice = app.queues.jobs.splice(0);
    app.advance(30);
    const [job] = (await local().call('listJobs')).items;
    expect(job).toMatchObject({ kind: 'recalculate', state: 'running' });
    const restarted = app.queues.jobs.splice(0);
    app.queues.jobs.push(first, ...slice);
    app.queues.jobs[0]!.receives = 0;
    // Deliver the old run's slice first, which the job must ignore. Its first message could start the job again.
    app.queues.jobs.reverse();
    await app.deliver('jobs', 1);
    expect(app.queues.jobs).toHaveLength(1);
    expect(await stored(job!)).toMatchObject({ state: 'running', taken_by: null });
    app.queues.jobs.splice(0, Infinity, ...restarted);
    await app.settle();
    expect(await testReader(app).job(job!)).toMatchObject({ state: 'done', done: 520 });
  });

  it('goes on where its last slice ended, not at its first entry', async () => {
    await seed(app, 1100);
    const job = await local().call('recalculate');
    await app.deliver('jobs', 1);
    await app.deliver('jobs', 1);
    expect(app.queues.jobs).toHaveLength(1);
    app.queues.jobs.length = 0;
    app.advance(30);
    await testReader(app).job(job);
    await app.deliver('jobs', 1);
    expect(await testReader(app).job(job)).toMatchObject({ state: 'done', done: 1100 });
    expect(await stored(job)).toMatchObject({ restarts: 1, cursor: null });
  });

  it('looks at every feed again if it waits for their fetches', async () => {
    const count = 110;
    const outlines = Array.from({ length: count }, (_, at) => {
      server.set(`/f${at}`, { body: rss([]) });
      return `<outline xmlUrl="${server.url(`/f${at}`)}"/>`;
    });
    const document = `<opml version="2.0"><body>${outlines.join('')}</body></opml>`;
    const job = await local().call('importOpml', { body: Buffer.from(document) });
    while (await app.deliver('jobs', 1));
    expect(app.queues.fetch).toHaveLength(count);
    app.queues.fetch.length = 0;
    app.advance(30);
    await testReader(app).job(job);
    await app.settle();
    expect(await testReader(app).job(job)).toMatchObject({ state: 'done', result: { imported: count } });
  });

  it('has failed after the third time, is replaced by the next start, and stays failed', async () => {
    const job = await lose();
    for (const restarts of [1, 2]) {
      app.advance(30);
      expect(await testReader(app).job(job)).toMatchObject({ state: 'running' });
      expect(await stored(job)).toMatchObject({ restarts });
      await app.deliver('jobs');
      expect(app.queues.fetch).toHaveLength(2);
      app.queues.fetch.splice(0);
    }
    app.advance(30);
    expect(await testReader(app).job(job)).toMatchObject({ ...isGivenUp, done: 0, total: 2 });
    expect((await stored(job)).state).toBe('running');
    const next = await local().call('fetchFeeds');
    expect(next.job_id).not.toBe(job.job_id);
    expect(await stored(job)).toMatchObject(isGivenUp);
    await app.settle();
    expect((await testReader(app).job(next)).state).toBe('done');
    expect(await testReader(app).job(job)).toMatchObject(isGivenUp);
  });

  it('continues as long as parts are completed, and ends when a late part arrives', async () => {
    await follow(10);
    const job = await local().call('fetchFeeds');
    await app.deliver('jobs');
    const feedIds = Object.keys((await app.stores.jobParts.list('local', job.job_id))[0]!.feeds);
    const isFirst = ({ body }: { body: string }) => feedIds.includes(JSON.parse(body).feed_id);
    const late = app.queues.fetch.filter((message) => !isFirst(message));
    app.queues.fetch.splice(0, Infinity, ...app.queues.fetch.filter(isFirst));
    app.advance(20);
    await app.deliver('fetch');
    app.advance(29);
    expect(await testReader(app).job(job)).toMatchObject({ state: 'running', done: 8 });
    expect(app.queues.jobs).toEqual([]);
    app.advance(1);
    expect(await testReader(app).job(job)).toMatchObject({ state: 'running', done: 8, total: 10 });
    expect(app.queues.jobs).toHaveLength(1);
    const restarted = app.queues.jobs.splice(0);
    app.queues.fetch.push(...late);
    await app.settle();
    expect(await testReader(app).job(job)).toMatchObject({ state: 'done', done: 10 });
    app.queues.jobs.push(...restarted);
    await app.settle();
    expect(await testReader(app).job(job)).toMatchObject({ state: 'done', done: 10 });
  });

  it('is restarted even if it was only queued, or if its restarter crashed', async () => {
    const job = await local().call('recalculate');
    app.queues.jobs.length = 0;
    app.advance(30);
    interrupt.on('update', `JOB#${job.job_id}`, () => Promise.reject(new Crash()));
    await expect(testReader(app).job(job)).rejects.toThrow(Crash);
    expect((await testReader(app).job(job)).state).toBe('queued');
    expect(app.queues.jobs).toEqual([]);
    app.advance(30);
    expect((await testReader(app).job(job)).state).toBe('queued');
    await app.settle();
    expect((await testReader(app).job(job)).state).toBe('done');
  });

  it('continues an import whose slice and then fetches were lost, and reports when it is given up', async () => {
    server.set('/f', { body: rss([]) });
    const document = `<opml version="2.0"><body><outline xmlUrl="${server.url('/f')}"/><outline xmlUrl="ftp://x"/></body></opml>`;
    const job = await local().call('importOpml', { body: Buffer.from(document) });
    const states: string[] = [];
    for (let run = 0; run < 3; run += 1) {
      await app.deliver('jobs', 1);
      expect([app.queues.jobs.length, app.queues.fetch.length]).toEqual(run === 1 ? [0, 1] : [1, 0]);
      // From the second slice on, an import works without its document.
      if (run === 0) await app.stores.blobs.delete(`imports/local/${job.job_id}`);
      app.queues.jobs.length = 0;
      app.queues.fetch.length = 0;
      app.advance(30);
      states.push((await testReader(app).job(job)).state);
    }
    expect(states).toEqual(['running', 'running', 'failed']);
    expect(await testReader(app).job(job)).toMatchObject({
      ...isGivenUp,
      done: 1,
      total: 2,
      result: { failed: 1 },
    });
    expect((await testReader(app).job(job)).result!['rows']).toMatchObject([
      { outcome: 'pending', why: expect.stringContaining('ended') },
      { outcome: 'failed', problem: 'invalid_address' },
    ]);
    const again = await local().call('importOpml', { body: Buffer.from(document) });
    await app.settle();
    expect(await testReader(app).job(again)).toMatchObject({
      state: 'done',
      result: { duplicates: 1, failed: 1 },
    });
  });
});
