import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArticleRow } from '../../../src/contract/index.ts';
import { runs } from '../../harness/property-runs.ts';
import { startWorld, type World } from '../../harness/property-world.ts';
import type { TestReader } from '../../harness/reader.ts';

const DAY = 24 * 60;
let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

/** Returns posts, the newest first, published an hour apart; the newest one a day before `at`. */
const posts = (count: number, at = world.app.now(), name = 'Post') =>
  Array.from({ length: count }, (_, n) => ({
    title: `${name} ${count - n}`,
    date: new Date(at.getTime() - DAY * 60_000 - n * 3_600_000).toISOString(),
  }));

const follow = async (reader: TestReader, url: string): Promise<string> => {
  const { feed_id } = await reader.follow(url);
  await world.app.settle();
  return feed_id;
};
/** Returns the reader's job that brings older items. */
const olderJobOf = async (reader: TestReader) => {
  const { items } = await reader.api.call('listJobs', { query: { limit: 50 } });
  const [job] = items.filter(({ kind }) => kind === 'older-articles');
  if (job === undefined) throw new Error('no older items were brought');
  return job;
};
const missing = async (reader: TestReader, feedId: string): Promise<number> =>
  (await reader.feed(feedId)).left_out.over_limit;
const fetchAgain = async (reader: TestReader) => {
  world.app.advance(90);
  await reader.fetchAll();
};
const listAll = async (reader: TestReader, feed_id: string): Promise<ArticleRow[]> => {
  const rows: ArticleRow[] = [];
  let cursor: string | undefined;
  do {
    const page: { items: ArticleRow[]; next_cursor: string | null } = await reader.api.call('listArticles', {
      query: { sort: 'published_at', filter: 'all', limit: 200, feed_id, ...(cursor && { cursor }) },
    });
    rows.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return rows;
};
const titlesOf = async (reader: TestReader, feedId: string) =>
  (await listAll(reader, feedId)).map(({ title }) => title);

describe('the older items of a feed', () => {
  it('come by themselves after the newest 50, once, as read, and stand in their order', async () => {
    const reader = await world.newReader();
    await reader.addKeyword('post');
    const items = posts(230);
    const { feed_id } = await reader.follow(world.publish(items).url);
    expect(await missing(reader, feed_id)).toBe(180);
    await world.app.settle();

    expect(await olderJobOf(reader)).toMatchObject({
      state: 'done',
      feed_id: null,
      undo_until: null,
      result: { brought_articles: 180, skipped_feeds: 0 },
    });
    expect(await missing(reader, feed_id)).toBe(0);
    const rows = await listAll(reader, feed_id);
    expect(rows.map(({ title }) => title)).toEqual(items.map(({ title }) => title));
    expect(rows.slice(0, 50).every(({ is_read }) => !is_read)).toBe(true);
    expect(rows.slice(50).every(({ is_read, read_at }) => is_read && read_at === null)).toBe(true);
    expect(await reader.unread(feed_id)).toBe(50);
    await fetchAgain(reader);
    expect(await listAll(reader, feed_id)).toHaveLength(230);
  });

  it('are embedded only once they are asked for', async () => {
    const reader = await world.newReader();
    await reader.addKeyword('post');
    const feedId = await follow(reader, world.publish(posts(60)).url);
    const rows = await listAll(reader, feedId);
    const embedded = async () => {
      const ids = rows.map(({ article_id }) => ({ article_id, feed_id: feedId }));
      return (await world.app.stores.vectors.getMany(ids)).map(({ article_id }) => article_id).toSorted();
    };
    const newest = rows.slice(0, 50).map(({ article_id }) => article_id);
    expect(await embedded()).toEqual(newest.toSorted());
    expect(rows.slice(0, 50).every(({ importance_score }) => importance_score !== 0)).toBe(true);
    await reader.api.call('recalculate');
    await world.app.settle();
    expect(await embedded()).toEqual(newest.toSorted());

    const { article_id } = rows[55]!;
    await reader.setRead(article_id, false);
    await reader.api.call('recalculate');
    await world.app.settle();
    expect(await embedded()).toEqual([...newest, article_id].toSorted());
  });

  it('stay as long as unread ones, although they are read, and are not missed once they have gone', async () => {
    const reader = await world.newReader();
    const feedId = await follow(reader, world.publish(posts(60)).url);
    world.app.advance(6 * DAY);
    await world.app.cleanup();
    expect(await listAll(reader, feedId)).toHaveLength(60);
    world.app.advance(2 * DAY);
    await world.app.cleanup();
    expect([await missing(reader, feedId), await listAll(reader, feedId)]).toEqual([0, []]);
  });

  it('that a later fetch leaves out come with the daily cleanup, as unread', async () => {
    const reader = await world.newReader();
    const old = posts(60);
    const feed = world.publish(old);
    const feedId = await follow(reader, feed.url);
    world.app.advance(5 * DAY);
    const fresh = posts(55, world.app.now(), 'News');
    const before = await reader.unread(feedId);
    feed.now([...fresh, ...old]);
    await reader.fetchAll();
    expect((await reader.unread(feedId)) - before).toBe(50);
    expect(await missing(reader, feedId)).toBe(5);
    await world.app.cleanup();
    expect(await missing(reader, feedId)).toBe(0);
    expect((await reader.unread(feedId)) - before).toBe(55);
    expect((await olderJobOf(reader)).result).toMatchObject({ brought_articles: 5 });
  });

  it('without dates stand below what is there, in the order of the document', async () => {
    const reader = await world.newReader();
    const items = Array.from({ length: 70 }, (_, n) => ({ title: `Undated ${n}` }));
    const feedId = await follow(reader, world.publish(items).url);
    const rows = await listAll(reader, feedId);
    expect(rows.map(({ title }) => title)).toEqual(items.map(({ title }) => title));
    expect(rows.filter(({ is_read }) => is_read)).toHaveLength(20);
  });

  it('come to each reader of the feed, and to one who begins to follow a known feed', async () => {
    const [first, second, late] = [
      await world.newReader(),
      await world.newReader(),
      await world.newReader(),
    ] as const;
    const old = posts(60);
    const feed = world.publish(old);
    const feedId = await follow(first, feed.url);
    await follow(second, feed.url);
    expect(await titlesOf(second, feedId)).toEqual(await titlesOf(first, feedId));
    expect(await listAll(second, feedId)).toHaveLength(60);

    world.app.advance(2 * DAY);
    feed.now([...posts(55, world.app.now(), 'News'), ...old]);
    await first.fetchAll();
    await world.app.cleanup();
    expect(await listAll(second, feedId)).toHaveLength(115);
    await follow(late, feed.url);
    expect(await missing(late, feedId)).toBe(0);
    expect(await listAll(late, feedId)).toHaveLength(115);
    expect(await late.unread(feedId)).toBe(50);
  });

  it('of many feeds come in one job, with those of a feed that is followed while it runs', async () => {
    const { app } = world;
    const reader = await world.newReader();
    const feeds = [world.publish(posts(700)), world.publish(posts(55)), world.publish(posts(56))] as const;
    const ids = [(await reader.follow(feeds[0].url)).feed_id, (await reader.follow(feeds[1].url)).feed_id];
    await app.deliver('jobs', 1);
    ids.push((await reader.follow(feeds[2].url)).feed_id);
    await app.settle();
    const lengths = [];
    for (const id of ids) lengths.push((await listAll(reader, id)).length);
    expect(lengths).toEqual([700, 55, 56]);
    const { items } = await reader.api.call('listJobs', { query: { limit: 50 } });
    expect(items.filter(({ kind }) => kind === 'older-articles')).toHaveLength(1);
  });

  it('still come, each once, when a slice is lost or delivered twice', async () => {
    const { app } = world;
    const reader = await world.newReader();
    const { feed_id } = await reader.follow(world.publish(posts(1300)).url);
    const started = await olderJobOf(reader);
    const [message] = app.queues.jobs;
    await app.deliver('jobs', 1);
    app.queues.jobs.push({ ...message!, id: 'again', receives: 0 });
    await app.deliver('jobs', 2);
    expect(await reader.job(started)).toMatchObject({ state: 'running' });
    app.queues.jobs.length = 0;
    await app.settle();
    expect((await listAll(reader, feed_id)).length).toBeLessThan(1300);
    app.advance(31);
    await reader.job(started);
    await app.settle();
    expect(await reader.job(started)).toMatchObject({ state: 'done' });
    expect(new Set(await titlesOf(reader, feed_id)).size).toBe(1300);
    expect(await listAll(reader, feed_id)).toHaveLength(1300);
  });

  it('are brought by the daily cleanup if no job was started for them', async () => {
    const { app } = world;
    const reader = await world.newReader();
    const feedId = await follow(reader, world.publish(posts(60)).url);
    await app.stores.subscriptions.update(reader.user_id, feedId, { older_known: 10, older_brought: null });
    expect(await missing(reader, feedId)).toBe(20);
    app.advance(31);
    await app.cleanup();
    expect(await missing(reader, feedId)).toBe(0);
    expect(await listAll(reader, feedId)).toHaveLength(60);
  });

  it('end with the subscription', async () => {
    const reader = await world.newReader();
    const { feed_id } = await reader.follow(world.publish(posts(60)).url);
    await reader.leave(feed_id);
    await world.app.settle();
    expect(await olderJobOf(reader)).toMatchObject({ state: 'done', result: { brought_articles: 0 } });
  });
});

describe('whatever came before', () => {
  type Step =
    | { kind: 'publish'; count: number; dated: boolean }
    | { kind: 'drop'; count: number }
    | { kind: 'fetch' };
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({
      kind: fc.constant('publish' as const),
      count: fc.constantFrom(1, 10, 52),
      dated: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('drop' as const), count: fc.constantFrom(1, 15, 56) }),
    fc.record({ kind: fc.constant('fetch' as const) }),
  );

  it('each item of the document is in the list once', { tags: ['long'] }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 5 }), fc.boolean(), async (steps, isLate) => {
        // In a shared world the cleanup of each run would go through the articles of all runs before it.
        await world.close();
        world = await startWorld();
        const { app } = world;
        const reader = await world.newReader();
        let made = 0;
        let items: { title: string; date?: string }[] = [];
        const publish = (count: number, dated: boolean) => {
          items = [
            ...Array.from({ length: count }, () => ({
              title: `Post ${made++}`,
              ...(dated ? { date: new Date(app.now().getTime() - 60_000 * made).toISOString() } : {}),
            })),
            ...items,
          ];
        };
        publish(55, true);
        const feed = world.publish(items);
        const readers = isLate ? [await world.newReader(), reader] : [reader];
        let feedId = '';
        for (const each of readers) feedId = await follow(each, feed.url);
        for (const each of steps) {
          if (each.kind === 'publish') publish(each.count, each.dated);
          if (each.kind === 'drop') items = items.slice(0, Math.max(1, items.length - each.count));
          feed.now(items);
          if (each.kind === 'fetch') await fetchAgain(reader);
        }
        await fetchAgain(reader);
        await app.cleanup();
        const titles = await titlesOf(reader, feedId);
        expect(new Set(titles).size).toBe(titles.length);
        expect(titles).toEqual(expect.arrayContaining(items.map(({ title }) => title)));
        expect(await missing(reader, feedId)).toBe(0);
      }),
      { numRuns: runs(100) },
    );
  });
});
