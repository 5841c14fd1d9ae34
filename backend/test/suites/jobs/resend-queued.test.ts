import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jobIdIn, resendQueuedJobs } from '../../../src/jobs/resend-queued.ts';
import { sendBy } from '../../../src/queues/outgoing.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';
import { keyword, seed } from '../../harness/scoring-samples.ts';
import { testReader } from '../../harness/reader.ts';

let app: TestApp;
let server: FeedServer;
beforeEach(async () => {
  [app, server] = await Promise.all([startTestApp(), startFeedServer()]);
  await app.stores.readers.enlist('local', app.now().toISOString());
});
afterEach(() => Promise.all([app.close(), server.close()]));

let ids = 0;
const resend = () =>
  resendQueuedJobs(
    {
      ...app.stores,
      sendJobs: sendBy(async (messages) => {
        app.queues.jobs.push(
          ...messages.map((message) => ({ ...message, id: `again-${++ids}`, receives: 0 })),
        );
      }),
      now: app.now,
      newId: () => `again${String(++ids).padStart(8, '0')}`,
      log: app.log,
    },
    new Set(
      Object.values(app.queues)
        .flat()
        .flatMap(({ body }) => jobIdIn(body) ?? []),
    ),
  );
const local = () => app.as('local');
const follow = async (...paths: string[]) => {
  for (const path of paths) {
    server.set(path, {
      body: rss([{ title: `Of ${path}`, guid: path, link: `https://site.example${path}` }]),
    });
    await testReader(app).follow(server.url(path));
  }
  await app.settle();
  app.advance(90);
};

describe('jobs whose message is lost', () => {
  it('are sent again if they had not begun, and complete', async () => {
    await follow('/a');
    const { job_id } = await local().call('fetchFeeds');
    app.queues.jobs.splice(0);
    expect(await resend()).toEqual({ queued: 1, restarted: 0 });
    await app.settle();
    expect(await testReader(app).job({ job_id })).toMatchObject({ state: 'done', done: 1 });
    expect(await resend()).toEqual({ queued: 0, restarted: 0 });
  });

  it('continue from their progress without waiting for the lease to end', { tags: ['long'] }, async () => {
    await seed(app, 600);
    await local().call('addKeyword', keyword('football'));
    await app.deliver('jobs', 1);
    expect(app.queues.jobs).toHaveLength(1);
    app.queues.jobs.splice(0);
    const [job] = (await local().call('listJobs')).items;
    expect(job).toMatchObject({ state: 'running' });
    expect(await resend()).toEqual({ queued: 0, restarted: 1 });
    await app.settle();
    expect(await testReader(app).job(job!)).toMatchObject({ state: 'done', done: 600 });
  });

  it('fetch feeds again whose messages to the fetch queue were lost', async () => {
    await follow('/a', '/b');
    const { job_id } = await local().call('fetchFeeds');
    await app.deliver('jobs');
    app.queues.fetch.splice(0, 1);
    expect(await resend()).toEqual({ queued: 0, restarted: 0 });
    app.queues.fetch.splice(0);
    expect(await resend()).toEqual({ queued: 0, restarted: 1 });
    await app.settle();
    expect(await testReader(app).job({ job_id })).toMatchObject({ state: 'done', done: 2, total: 2 });
  });

  it('keep their delay, and settle once', async () => {
    await follow('/a');
    const job = await local().call('markRead', { body: { before: app.now().toISOString() } });
    app.queues.jobs.splice(0);
    expect(await resend()).toEqual({ queued: 1, restarted: 0 });
    await app.settle();
    expect(await testReader(app).job(job)).toMatchObject({ state: 'queued' });
    app.advance(11);
    await app.settle();
    expect(await testReader(app).job(job)).toMatchObject({ state: 'done' });
  });

  it('are not sent again while a queue has a message of theirs', async () => {
    await follow('/a');
    await local().call('fetchFeeds');
    expect(await resend()).toEqual({ queued: 0, restarted: 0 });
    expect(app.queues.jobs).toHaveLength(1);
    expect(jobIdIn('no message')).toBeNull();
    expect(jobIdIn('{"feed_id":"0123456789abcdef"}')).toBeNull();
  });

  it('are not sent again while a document of a feed’s past is asked for', () => {
    const place = { feed_id: '0123456789abcdef', url: 'https://a.example/2', asked: [], last_hash: null };
    const past = { kind: 'past', user_id: 'ann', job_id: 'job000001', start_id: 'start' };
    const body = JSON.stringify({ ...past, place: { ...place, looked_at: 0, brought: 0 } });
    expect(jobIdIn(body)).toBe('job000001');
    expect(jobIdIn('{"kind":"saved","user_id":"ann","article_id":"1234567890123456789"}')).toBeNull();
  });
});
