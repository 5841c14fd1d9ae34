import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type JobKind, partIds } from '../../../src/contract/index.ts';
import { EmbeddingError } from '../../../src/model/score/embedder.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { Crash } from '../../harness/engines/crashing-table.ts';
import { rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';
import { interruption } from '../../harness/engines/interruption.ts';
import { keyword, scoresOf, seed, watchedEmbedder } from '../../harness/scoring-samples.ts';
import { sampleFeed, sampleFeedId, sampleSubscription } from '../../harness/samples/storage-samples.ts';
import { testReader } from '../../harness/reader.ts';

const items = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    title: `Article ${at}`,
    link: `https://site.example/${at}`,
    guid: `guid-${at}`,
    text: `<p>The text of article ${at}.</p>`,
    date: new Date(Date.UTC(2026, 1, 20, 0, at)).toISOString(),
  }));

let interrupt: ReturnType<typeof interruption>;
let fail: Parameters<typeof watchedEmbedder>[0];
let app: TestApp;
let server: FeedServer;
beforeEach(async () => {
  interrupt = interruption();
  fail = () => null;
  const { embedder } = watchedEmbedder((request) => fail?.(request) ?? null);
  [app, server] = await Promise.all([
    startTestApp({ wrapTable: interrupt.wrap, embedder }),
    startFeedServer(),
  ]);
});
afterEach(() => Promise.all([app.close(), server.close()]));

const local = () => app.as('local');
const ofKind = async (kind: JobKind) =>
  (await local().call('listJobs')).items.filter((job) => job.kind === kind);
const follow = async (...paths: string[]) => {
  for (const path of paths) {
    server.set(path, { body: rss(items(1)) });
    await testReader(app).follow(server.url(path));
  }
  await app.settle();
  app.advance(90);
};
const paths = (count: number) => Array.from({ length: count }, (_, at) => `/f${at}`);
const followUnscheduled = async () => {
  const feed_id = sampleFeedId(0xabc);
  await app.stores.feeds.create(sampleFeed({ feed_id, next_fetch_at: null }));
  await app.stores.subscriptions.create(sampleSubscription({ user_id: 'local', feed_id }));
};

describe('a fetch of all feeds', () => {
  it('skips a feed that is off the schedule', async () => {
    await followUnscheduled();
    const alone = await local().call('fetchFeeds');
    await app.deliver('jobs');
    expect(await testReader(app).job(alone)).toMatchObject({ state: 'done', done: 1, total: 1 });
    await follow('/f');
    const job = await local().call('fetchFeeds');
    await app.settle();
    expect(await testReader(app).job(job)).toMatchObject({
      state: 'done',
      done: 2,
      result: { unchanged_feeds: 2 },
    });
  });

  it('stays done when its message comes again while the last outcome is recorded', async () => {
    await follow('/f');
    const job = await local().call('fetchFeeds');
    const again = { ...app.queues.jobs[0]! };
    await app.deliver('jobs');
    app.queues.jobs.push(again);
    interrupt.on('batchGet', 'FEEDS#', async () => {
      await app.deliver('fetch');
      await app.deliver('score');
      expect((await testReader(app).job(job)).state).toBe('done');
    });
    await app.deliver('jobs');
    await app.settle();
    expect(await testReader(app).job(job)).toMatchObject({ state: 'done', done: 1 });
  });

  it('ends when its message comes again after the worker that recorded the last outcome died', async () => {
    await follow('/f');
    const job = await local().call('fetchFeeds');
    const again = { ...app.queues.jobs[0]! };
    await app.deliver('jobs');
    interrupt.on('update', `JOB#${job.job_id}`, () => Promise.reject(new Crash()));
    await app.deliver('fetch');
    app.queues.fetch.length = 0;
    app.queues.score.length = 0;
    expect(await testReader(app).job(job)).toMatchObject({ state: 'running', done: 1 });
    app.queues.jobs.push(again);
    await app.deliver('jobs');
    expect(await testReader(app).job(job)).toMatchObject({ state: 'done', done: 1, total: 1 });
    expect(app.queues.fetch).toEqual([]);
  });

  it('ends even if feeds were unfollowed before its message came again', async () => {
    await follow(...paths(12));
    const job = await local().call('fetchFeeds');
    const again = { ...app.queues.jobs[0]! };
    await app.deliver('jobs');
    app.queues.fetch.length = 0;
    const { items: feeds } = await local().call('listFeeds');
    const [gone] = feeds.map(({ feed_id }) => feed_id).toSorted();
    await local().call('deleteFeed', { params: { feed_id: gone! } });
    app.queues.jobs.push(again);
    await app.settle();
    expect(await testReader(app).job(job)).toMatchObject({ state: 'done', done: 12, total: 12 });
  });

  it('ends even if the model refuses the only new article of a feed, which appears unscored', async () => {
    await local().call('addKeyword', keyword('article'));
    await follow('/f');
    server.set('/f', { body: rss(items(2)) });
    fail = ({ title }) => (title === 'Article 1' ? new EmbeddingError('the text is refused', false) : null);
    const job = await local().call('fetchFeeds');
    await app.settle();
    expect(await testReader(app).job(job)).toMatchObject({ state: 'done', result: { new_articles: 1 } });
    expect((await scoresOf(app)).filter(({ importance_score }) => importance_score === null)).toHaveLength(1);
    expect(app.deadLetters.map(({ body }) => JSON.parse(body))).toEqual([
      expect.objectContaining({ failure: { model: 'embedded-4', reason: 'the text is refused' } }),
    ]);
  });
});

describe('reading a job', () => {
  it('costs one additional read unit for a running job, and none for a finished one', async () => {
    await seed(app, 520);
    const job = await local().call('recalculate');
    const unitsOf = async (name: 'getJob' | 'listJobs') => {
      app.takeUnits();
      await (name === 'getJob' ? testReader(app).job(job) : local().call('listJobs'));
      return app.takeUnits();
    };
    await app.deliver('jobs', 1);
    const running = [await unitsOf('getJob'), await unitsOf('listJobs')];
    await app.settle();
    expect((await testReader(app).job(job)).state).toBe('done');
    expect([await unitsOf('getJob'), await unitsOf('listJobs')]).toEqual(
      running.map(({ read }) => ({ read: read - 1, write: 0 })),
    );
  });

  it('does not report failure when the job ends between the reads of the job and of its lock', async () => {
    const job = await local().call('recalculate');
    interrupt.on('got', `JOB#${job.job_id}`, () => app.settle());
    expect((await testReader(app).job(job)).state).toBe('done');
  });
});

describe('starting a job', () => {
  it('succeeds while the previous job ends and releases the lock', async () => {
    await follow('/f');
    const first = await local().call('fetchFeeds');
    interrupt.on('got', 'JOBLOCK#', () => app.settle());
    const second = await local().call('fetchFeeds');
    expect(second).toMatchObject({ state: 'queued' });
    expect(second.job_id).not.toBe(first.job_id);
    await app.settle();
    expect((await testReader(app).job(second)).state).toBe('done');
  });

  it('records all of several articles marked as read at once', async () => {
    await seed(app, 30);
    const marked = await Promise.all(
      (await scoresOf(app)).map(({ article_id }) =>
        local().call('markRead', { body: { article_ids: [article_id] } }),
      ),
    );
    expect((await ofKind('mark-read')).map(({ job_id }) => job_id).toSorted()).toEqual(
      marked.map(({ job_id }) => job_id).toSorted(),
    );
    expect(await ofKind('mark-read')).toMatchObject(marked.map(() => ({ state: 'done', done: 1 })));
  });
});

describe('a recalculation that is done', () => {
  it.each([
    ['', false],
    [', though its worker died', true],
  ])('is followed by another for a keyword that found it running%s', async (_, isCrash) => {
    await seed(app, 20);
    await local().call('addKeyword', keyword('football'));
    interrupt.on('update', 'JOB#', async () => {
      // This write marks the job as taken. The next write to it marks its end.
      interrupt.on('update', 'JOB#', async () => {
        await local().call('addKeyword', keyword('climate', 2));
        expect(app.queues.jobs).toHaveLength(0);
        if (isCrash) interrupt.on('delete', 'JOBLOCK#', () => Promise.reject(new Crash()));
      });
    });
    await app.settle();
    expect((await ofKind('recalculate')).map(({ state }) => state)).toEqual(['done', 'done']);
    const reasons = (await scoresOf(app)).flatMap((entry) =>
      entry.reasons.map(({ keyword_id }) => keyword_id).filter((id) => id !== partIds.weak),
    );
    const { items: keywords } = await local().call('listKeywords');
    expect(new Set(reasons)).toEqual(new Set(keywords.map(({ keyword_id }) => keyword_id)));
  });
});
