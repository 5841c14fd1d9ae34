import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LEFT_AT_ONCE } from '../../../src/feeds/unsubscribe.ts';
import { startWorld, type World } from '../../harness/property-world.ts';
import type { TestReader } from '../../harness/reader.ts';
import {
  sampleArticleId,
  sampleEntry,
  sampleFeed,
  sampleFeedId,
  sampleSubscription,
} from '../../harness/samples/storage-samples.ts';
import { addReaders, queueArticles, seedArticle, seedFeed } from '../../harness/scoring-samples.ts';
import { expectRefused } from '../../harness/wire-client.ts';

const MANY = LEFT_AT_ONCE + 1;
/** More than one slice of the job removes. */
const TWO_SLICES = 1100;
const otherFeed = sampleFeedId(0xdef);

let world: World;
let reader: TestReader;
beforeEach(async () => {
  world = await startWorld();
  reader = await world.newReader();
});
afterEach(() => world.close());

const follow = async (feed_id: string) => {
  const { subscriptions, subscribers } = world.app.stores;
  const { user_id } = reader;
  await subscriptions.create(sampleSubscription({ user_id, feed_id }));
  await subscribers.put({
    feed_id,
    user_id,
    fetch_interval_minutes: 60,
    text_mode: 'auto' as const,
    volume: 'normal' as const,
    is_active: true,
  });
};

/** Has the reader follow a feed of so many articles, of which another feed that they follow carries the first ones. */
const seed = async (count: number, shared: number) => {
  const { app } = world;
  const articles = Array.from({ length: count }, (_, n) => seedArticle(app, n));
  await addReaders(app, [reader.user_id]);
  await queueArticles(app, articles);
  await app.settle();
  await app.stores.feeds.create(sampleFeed({ feed_id: otherFeed, title: 'The other feed' }));
  await follow(otherFeed);
  const versions = articles.slice(0, shared).map((article) => ({ ...article, feed_id: otherFeed }));
  await app.stores.articles.putMany(versions);
  const article_ids = versions.map(({ article_id }) => article_id);
  const body = JSON.stringify({ feed_id: otherFeed, article_ids, sent_at: app.now().toISOString() });
  app.queues.score.push({ id: 'shared', body, receives: 0 });
  await app.settle();
};

/** Gives the reader a feed of so many unread entries. Leaving touches nothing else of an article. */
const seedEntries = async (count: number) => {
  const { app } = world;
  await addReaders(app, [reader.user_id]);
  const entries = Array.from({ length: count }, (_, n) =>
    sampleEntry({
      user_id: reader.user_id,
      feed_ids: [seedFeed],
      article_id: sampleArticleId(n),
      expires_at: null,
    }),
  );
  await Promise.all(entries.map((entry) => app.stores.entries.create(entry)));
};

const leave = () => reader.leave(seedFeed);
const whole = async () => (await reader.items('ENTRY#')).filter((item) => 'by_time' in item);

describe('unsubscribing from a feed of many articles', () => {
  it('is done at once up to a size, and by a job above it', async () => {
    await seedEntries(LEFT_AT_ONCE);
    expect(await leave()).toBeUndefined();
    expect(await whole()).toEqual([]);
    expect((await reader.api.call('listJobs')).items).toEqual([]);
  });

  it('takes the feed, its articles and its count from every list at once; saved and shared articles stay', async () => {
    await seed(MANY, 2);
    const rows = await reader.list({ feed_id: seedFeed });
    const [shared, alsoShared] = (await reader.list()).slice(0, 2);
    const saved = rows.at(-1)!;
    const gone = rows.at(-2)!;
    await reader.setSaved(saved.article_id, true);
    const job = await leave();
    expect(job).toMatchObject({
      kind: 'unsubscribe',
      state: 'queued',
      feed_id: seedFeed,
      undo_until: null,
      result: { title: expect.stringMatching(/./) },
    });

    const expectLeft = async () => {
      expect((await reader.feeds()).map(({ feed_id }) => feed_id)).toEqual([otherFeed]);
      await expectRefused(reader.feed(seedFeed), 'NOT_FOUND');
      await expectRefused(reader.list({ feed_id: seedFeed }), 'NOT_FOUND');
      await expectRefused(reader.open(gone.article_id), 'NOT_FOUND');
      await expectRefused(reader.reasons(gone.article_id), 'NOT_FOUND');
      const left = [shared!, alsoShared!, saved].map(({ article_id }) => article_id).toSorted();
      for (const sort of ['published_at', 'importance_score'] as const) {
        const listed = await reader.list({ sort });
        expect(listed.map(({ article_id }) => article_id).toSorted()).toEqual(left);
      }
      const unread = await reader.list({ filter: 'unread' });
      expect(unread.map(({ article_id }) => article_id)).toEqual(
        left.filter((id) => id !== saved.article_id),
      );
      expect(unread.map(({ feed_title }) => feed_title)).toEqual(['The other feed', 'The other feed']);
      expect(await reader.list({ filter: 'saved' })).toMatchObject([
        { article_id: saved.article_id, is_read: true, is_former_feed: true },
      ]);
      expect(await reader.open(shared!.article_id)).toMatchObject({ feed_id: otherFeed, is_read: false });
    };
    await expectLeft();
    expect((await whole()).length).toBe(MANY);

    await world.app.settle();
    await expectLeft();
    expect(await reader.unread(otherFeed)).toBe(2);
    expect(await reader.job(job!)).toMatchObject({
      state: 'done',
      done: MANY - 3,
      result: { title: expect.stringMatching(/./), removed_articles: MANY - 3 },
    });
    expect(await whole()).toHaveLength(3);
    expect(await reader.items(`SUBSCRIPTION#${seedFeed}`)).toEqual([]);
    expect(await world.app.stores.subscribers.get(seedFeed, reader.user_id)).toBeNull();
  });

  it('answers a repeated request with the same job, and as unknown once that is done', async () => {
    await seedEntries(MANY);
    const job = await leave();
    expect(await leave()).toMatchObject({ job_id: job!.job_id });
    expect(world.app.queues.jobs).toHaveLength(1);
    // The job cannot be cancelled, because half of it is of no use.
    const cancelled = await reader.api.call('cancelJob', { params: { job_id: job!.job_id } });
    expect(cancelled.state).toBe('queued');
    await world.app.settle();
    await expectRefused(leave(), 'NOT_FOUND');
  });

  it('goes on where a slice ended, and every slice may be delivered twice', async () => {
    await seedEntries(TWO_SLICES);
    const job = await leave();
    const { jobs } = world.app.queues;
    const first = { ...jobs[0]! };
    await world.app.deliver('jobs', 1);
    expect((await whole()).length).toBe(TWO_SLICES - 1000);
    expect(await reader.job(job!)).toMatchObject({ state: 'running', done: 1000 });
    const second = { ...jobs[0]! };
    jobs.push(first);
    await world.app.settle();
    jobs.push(second);
    await world.app.settle();
    expect(world.app.deadLetters).toEqual([]);
    expect(await reader.job(job!)).toMatchObject({ state: 'done' });
    expect(await whole()).toEqual([]);
    expect(await reader.items('SUBSCRIPTION#')).toEqual([]);
  });

  it('ends where the reader follows the feed again, and leaves the rest of the articles', async () => {
    await seedEntries(TWO_SLICES);
    const job = await leave();
    await world.app.deliver('jobs', 1);
    const rest = await whole();
    expect(rest.length).toBeGreaterThan(0);
    await follow(seedFeed);
    await world.app.settle();
    expect(await reader.job(job!)).toMatchObject({ state: 'done' });
    expect(await whole()).toHaveLength(rest.length);
    expect(await reader.unread(seedFeed)).toBe(rest.length);
    expect(await world.app.stores.subscribers.get(seedFeed, reader.user_id)).not.toBeNull();
  });

  it('is completed by a repeated request, or by the cleanup, if the request was cut off', async () => {
    await seedEntries(MANY);
    await world.app.stores.subscriptions.markLeaving(reader.user_id, seedFeed, 'cutoff00001', null);
    expect(await leave()).toMatchObject({ job_id: 'cutoff00001', kind: 'unsubscribe' });
    world.app.queues.jobs.length = 0;
    await world.app.stores.jobs.update(reader.user_id, 'cutoff00001', { state: 'failed' });
    await reader.cleanUp();
    await world.app.settle();
    expect(await whole()).toEqual([]);
    expect(await reader.items('SUBSCRIPTION#')).toEqual([]);
  });
});
