import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Job } from '../../../src/contract/index.ts';
import type { TableClient } from '../../../src/storage/table/table.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { Crash, crashAt } from '../../harness/engines/crashing-table.ts';
import { rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';
import { interruption } from '../../harness/engines/interruption.ts';
import { keyword, scoresOf, seed } from '../../harness/scoring-samples.ts';
import { testReader } from '../../harness/reader.ts';
import { jobUnknown } from '../../../src/jobs/stop-job.ts';

let interrupt: ReturnType<typeof interruption>;
let crash: ReturnType<typeof crashAt> | null;
let app: TestApp;
let server: FeedServer;

/** Wraps a table so that it crashes as `crash` says while that is set. */
const crashing = (table: TableClient): TableClient => {
  const through =
    <K extends 'put' | 'update' | 'delete' | 'batchPut' | 'batchDelete'>(name: K) =>
    (...args: Parameters<TableClient[K]>): ReturnType<TableClient[K]> => {
      const target = crash === null ? table : crash.wrap(table);
      return (target[name] as (...given: unknown[]) => ReturnType<TableClient[K]>)(...args);
    };
  return {
    ...table,
    put: through('put'),
    update: through('update'),
    delete: through('delete'),
    batchPut: through('batchPut'),
    batchDelete: through('batchDelete'),
  };
};

beforeEach(async () => {
  interrupt = interruption();
  crash = null;
  [app, server] = await Promise.all([
    startTestApp({ wrapTable: (table) => crashing(interrupt.wrap(table)) }),
    startFeedServer(),
  ]);
});
afterEach(() => Promise.all([app.close(), server.close()]));

const local = () => app.as('local');
const cancel = ({ job_id }: Pick<Job, 'job_id'>) => local().call('cancelJob', { params: { job_id } });
const follow = async (count: number) => {
  for (let at = 0; at < count; at += 1) {
    server.set(`/f${at}`, { body: rss([]) });
    await testReader(app).follow(server.url(`/f${at}`));
  }
  await app.settle();
  app.advance(90);
};
const locks = async () => (await app.dump()).filter(({ SK }) => String(SK).startsWith('JOBLOCK#'));
const isCancelled = { state: 'cancelled' };

describe('cancelling', () => {
  it('a fetch: it ends at once, finished work stays, and late results change nothing', async () => {
    await follow(10);
    const job = await local().call('fetchFeeds');
    await app.deliver('jobs');
    await app.deliver('fetch', 3);
    const told = await cancel(job);
    expect(told).toMatchObject({ ...isCancelled, done: 3, total: 10, result: { unchanged_feeds: 3 } });
    expect(await locks()).toEqual([]);
    const next = await local().call('fetchFeeds');
    expect(next.job_id).not.toBe(job.job_id);
    await app.settle();
    expect(await testReader(app).job(next)).toMatchObject({ state: 'done', done: 10 });
    expect(await testReader(app).job(job)).toEqual(told);
    const rows = told.result!['rows'] as { outcome: string; why: string | null }[];
    expect(rows.filter(({ outcome }) => outcome === 'pending')).toHaveLength(7);
    expect(rows.every(({ outcome, why }) => (outcome === 'pending') === (why !== null))).toBe(true);
  });

  it('a recalculation: it stops at its next slice', async () => {
    await seed(app, 520);
    await local().call('addKeyword', keyword('football'));
    const [job] = (await local().call('listJobs')).items;
    await app.deliver('jobs', 1);
    const { done } = await cancel(job!);
    expect(done).toBeGreaterThan(0);
    await app.settle();
    expect(await testReader(app).job(job!)).toMatchObject({ ...isCancelled, done, total: 520 });
    const scored = async () =>
      (await scoresOf(app)).filter(({ reasons }) => reasons.length > 0).map(({ article_id }) => article_id);
    const before = await scored();
    expect(before.length).toBeGreaterThan(0);
    await local().call('recalculate');
    await app.settle();
    expect((await scored()).length).toBeGreaterThan(before.length);
  });

  it('a running slice: it completes, and none follows', async () => {
    await seed(app, 520);
    await local().call('addKeyword', keyword('football'));
    const [job] = (await local().call('listJobs')).items;
    interrupt.on('put', 'ENTRY#', async () => {
      await cancel(job!);
    });
    await app.settle();
    expect(await testReader(app).job(job!)).toMatchObject({ ...isCancelled, done: 0 });
    expect(app.deadLetters).toEqual([]);
  });

  it('an import: processed rows stay, the others are never subscribed to, and its document is deleted', async () => {
    const outlines = Array.from({ length: 150 }, (_, at) => {
      server.set(`/i${at}`, { body: rss([]) });
      return `<outline xmlUrl="${server.url(`/i${at}`)}"/>`;
    });
    const body = Buffer.from(`<opml version="2.0"><body>${outlines.join('')}</body></opml>`);
    const early = await local().call('importOpml', { body });
    expect(await cancel(early)).toMatchObject(isCancelled);
    expect(await app.stores.blobs.get(`imports/local/${early.job_id}`)).toBeNull();
    await app.settle();
    expect((await local().call('listFeeds')).items).toEqual([]);

    const job = await local().call('importOpml', { body });
    await app.deliver('jobs', 1);
    await app.deliver('jobs', 1);
    expect(await cancel(job)).toMatchObject({ ...isCancelled, done: 0, total: 150 });
    await app.settle();
    expect((await local().call('listFeeds')).items).toHaveLength(100);
    expect(await testReader(app).job(job)).toMatchObject({
      ...isCancelled,
      done: 0,
      result: { imported: 0 },
    });
  });

  it('a job that is queued: its message finds nothing to do', async () => {
    const job = await local().call('recalculate');
    expect(await cancel(job)).toMatchObject({ ...isCancelled, done: 0 });
    await app.settle();
    expect(await testReader(app).job(job)).toMatchObject(isCancelled);
  });

  it('a finished job: it stays as it is; another reader’s or an unknown job is not found', async () => {
    const job = await local().call('recalculate');
    await app.settle();
    expect(await cancel(job)).toMatchObject({ state: 'done' });
    expect(await testReader(app).job(job)).toMatchObject({ state: 'done' });
    const other = app.as('other').call('cancelJob', { params: { job_id: job.job_id } });
    await expect(other).rejects.toThrow(jobUnknown());
    await expect(cancel({ job_id: 'job999999999' })).rejects.toThrow(jobUnknown());
  });

  it('a mark of everything as read, until it is settled', async () => {
    await seed(app, 20);
    const before = app.now().toISOString();
    const job = await local().call('markRead', { body: { before } });
    expect(job.undo_until).toBe(new Date(app.now().getTime() + 600_000).toISOString());
    const undone = await cancel(job);
    expect(undone).toMatchObject(isCancelled);
    app.advance(11);
    await app.settle();
    const unread = () => local().call('listArticles', { query: { ...unreadQuery } });
    expect((await unread()).items).toHaveLength(20);

    const kept = await local().call('markRead', { body: { before } });
    app.advance(10);
    const late: Job[] = [];
    interrupt.on('put', 'ENTRY#', async () => {
      late.push(await cancel(kept));
    });
    await app.settle();
    expect(late).toMatchObject([{ state: 'running' }]);
    expect(await testReader(app).job(kept)).toMatchObject({ state: 'done', done: 20 });
    expect(await cancel(kept)).toMatchObject({ state: 'done' });
    expect((await unread()).items).toEqual([]);
  });

  it('is completed by cancelling again after a crash at any point', async () => {
    await follow(2);
    let crashes = 0;
    for (const write of [1, 2, 3])
      for (const isAfter of [false, true]) {
        const job = await local().call('fetchFeeds');
        await app.deliver('jobs');
        crash = crashAt(write, isAfter);
        await cancel(job).catch((error: unknown) => {
          crashes += error instanceof Crash ? 1 : 100;
        });
        crash = null;
        expect(await cancel(job)).toMatchObject(isCancelled);
        expect(await locks()).toEqual([]);
        await app.settle();
        expect(await testReader(app).job(job)).toMatchObject({ ...isCancelled, done: 0 });
      }
    // Cancelling makes two writes, and each is cut off before and after it.
    expect(crashes).toBe(4);
  });
});

const unreadQuery = { sort: 'published_at', filter: 'unread', limit: 50 } as const;

describe('a delayed job', () => {
  const begun = async () => {
    await seed(app, 20);
    const before = app.now().toISOString();
    return [
      await local().call('markRead', { body: { before } }),
      await local().call('markRead', { body: { before } }),
    ] as const;
  };

  it('waits for a running job of its kind', async () => {
    const [first, second] = await begun();
    app.advance(10);
    const messages = app.queues.jobs.splice(0);
    await app.stores.jobLocks.start(
      (await app.stores.jobs.get('local', first.job_id))!,
      new Date(app.now().getTime() + 60_000).toISOString(),
      app.now().toISOString(),
    );
    const isOf = (job: Job) => (message: { body: string }) => JSON.parse(message.body).job_id === job.job_id;
    app.queues.jobs.push(...messages.filter(isOf(second)));
    await app.deliver('jobs');
    expect(await testReader(app).job(second)).toMatchObject({ state: 'queued' });
    expect(app.queues.jobs).toMatchObject([{ delay_seconds: 30 }]);
    app.queues.jobs.push(...messages.filter(isOf(first)));
    await app.settle();
    expect([(await testReader(app).job(first)).state, (await testReader(app).job(second)).state]).toEqual([
      'done',
      'done',
    ]);
    expect(await locks()).toEqual([]);
  });

  it('counts as alive until half an hour after it was due, then is restarted', async () => {
    const [first] = await begun();
    app.queues.jobs.length = 0;
    app.advance(39);
    expect((await testReader(app).job(first)).state).toBe('queued');
    expect(app.queues.jobs).toEqual([]);
    app.advance(1);
    expect((await testReader(app).job(first)).state).toBe('queued');
    await app.settle();
    expect((await testReader(app).job(first)).state).toBe('done');
  });

  it('is sent again for later if its message comes too early', async () => {
    const [first] = await begun();
    app.queues.jobs.forEach((message) => {
      message.due = 0;
    });
    await app.deliver('jobs');
    expect((await testReader(app).job(first)).state).toBe('queued');
    expect(app.queues.jobs).toMatchObject([{ delay_seconds: 600 }, { delay_seconds: 600 }]);
  });
});
