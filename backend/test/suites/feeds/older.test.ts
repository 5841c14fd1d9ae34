import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArticleRow } from '../../../src/contract/index.ts';
import { runs } from '../../harness/property-runs.ts';
import { startWorld, type World } from '../../harness/property-world.ts';
import type { TestReader } from '../../harness/reader.ts';
import { expectRefused } from '../../harness/wire-client.ts';

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
const ask = (reader: TestReader, feed_id: string) => reader.api.call('bringOlder', { params: { feed_id } });
const bring = async (reader: TestReader, feedId: string) => {
  const started = await ask(reader, feedId);
  await world.app.settle();
  return reader.job(started);
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
  it('are counted, come once when they are asked for, as read, and stand in their order', async () => {
    const reader = await world.newReader();
    const items = posts(230);
    const feedId = await follow(reader, world.publish(items).url);
    expect(await missing(reader, feedId)).toBe(180);
    expect(await titlesOf(reader, feedId)).toEqual(items.slice(0, 50).map(({ title }) => title));

    const job = await bring(reader, feedId);
    expect(job).toMatchObject({
      kind: 'older-articles',
      state: 'done',
      feed_id: feedId,
      undo_until: null,
      result: { brought_articles: 180 },
    });
    expect(await missing(reader, feedId)).toBe(0);
    const rows = await listAll(reader, feedId);
    expect(rows.map(({ title }) => title)).toEqual(items.map(({ title }) => title));
    expect(rows.slice(0, 50).every(({ is_read }) => !is_read)).toBe(true);
    expect(rows.slice(50).every(({ is_read, read_at }) => is_read && read_at === null)).toBe(true);
    expect(rows.every(({ importance_score }) => importance_score !== null)).toBe(true);
    expect(await reader.unread(feedId)).toBe(50);

    expect((await bring(reader, feedId)).result).toMatchObject({ brought_articles: 0 });
    expect(await listAll(reader, feedId)).toHaveLength(230);
  });

  it('stay as long as unread ones, although they are read, and are not missed once they have gone', async () => {
    const reader = await world.newReader();
    const feedId = await follow(reader, world.publish(posts(60)).url);
    world.app.advance(2 * DAY);
    await bring(reader, feedId);
    world.app.advance(4 * DAY);
    await world.app.cleanup();
    expect(await listAll(reader, feedId)).toHaveLength(60);
    world.app.advance(2 * DAY);
    await world.app.cleanup();
    expect(await listAll(reader, feedId)).toHaveLength(10);
    world.app.advance(2 * DAY);
    await world.app.cleanup();
    expect([await missing(reader, feedId), await listAll(reader, feedId)]).toEqual([0, []]);
    expect((await bring(reader, feedId)).result).toMatchObject({ brought_articles: 0 });
  });

  it('that were published after the reader followed come as unread', async () => {
    const reader = await world.newReader();
    const old = posts(60);
    const feed = world.publish(old);
    const feedId = await follow(reader, feed.url);
    world.app.advance(5 * DAY);
    const fresh = posts(55, world.app.now(), 'News');
    feed.now([...fresh, ...old]);
    await reader.fetchAll();
    expect(await missing(reader, feedId)).toBe(15);
    const before = await reader.unread(feedId);
    await bring(reader, feedId);
    expect(await missing(reader, feedId)).toBe(0);
    expect((await reader.unread(feedId)) - before).toBe(5);

    // Items that are left out after that are missing. Those before are not.
    world.app.advance(3 * DAY);
    feed.now([...posts(53, world.app.now(), 'Later'), ...fresh, ...old]);
    await reader.fetchAll();
    expect(await missing(reader, feedId)).toBe(3);
    expect((await bring(reader, feedId)).result).toMatchObject({ brought_articles: 3 });
  });

  it('without dates stand below what is there, in the order of the document', async () => {
    const reader = await world.newReader();
    const items = Array.from({ length: 70 }, (_, n) => ({ title: `Undated ${n}` }));
    const feedId = await follow(reader, world.publish(items).url);
    world.app.advance(DAY);
    await bring(reader, feedId);
    const rows = await listAll(reader, feedId);
    expect(rows.map(({ title }) => title)).toEqual(items.map(({ title }) => title));
    expect(rows.filter(({ is_read }) => is_read)).toHaveLength(20);
  });

  it('come to the reader who asked alone, and to another one who asks', async () => {
    const [first, second, late] = [
      await world.newReader(),
      await world.newReader(),
      await world.newReader(),
    ] as const;
    const old = posts(60);
    const feed = world.publish(old);
    const feedId = await follow(first, feed.url);
    await follow(second, feed.url);
    await bring(first, feedId);
    expect([await missing(first, feedId), await missing(second, feedId)]).toEqual([0, 10]);
    expect(await listAll(second, feedId)).toHaveLength(50);
    // Its article is stored now, but a change of it brings it to nobody.
    const changed = old.map((item, n) => (n === 55 ? { ...item, text: 'Corrected.' } : item));
    feed.now(changed);
    await fetchAgain(first);
    expect(await missing(second, feedId)).toBe(10);
    await bring(second, feedId);
    expect(await titlesOf(second, feedId)).toEqual(await titlesOf(first, feedId));

    // A reader who begins to follow a known feed gets the newest 50 of what it knows.
    world.app.advance(2 * DAY);
    feed.now([...posts(5, world.app.now(), 'News'), ...changed]);
    await first.fetchAll();
    await follow(late, feed.url);
    expect(await missing(late, feedId)).toBe(15);
    expect((await bring(late, feedId)).result).toMatchObject({ brought_articles: 15 });
    expect(await missing(late, feedId)).toBe(0);
    expect(await listAll(late, feedId)).toHaveLength(65);
  });

  it('still come, each once, when a slice is lost or delivered twice', async () => {
    const { app } = world;
    const reader = await world.newReader();
    const feedId = await follow(reader, world.publish(posts(400)).url);
    const started = await ask(reader, feedId);
    expect(await ask(reader, feedId)).toMatchObject({ job_id: started.job_id });
    const [message] = app.queues.jobs;
    await app.deliver('jobs', 1);
    app.queues.jobs.push({ ...message!, id: 'again', receives: 0 });
    await app.deliver('jobs', 2);
    expect(await reader.job(started)).toMatchObject({ state: 'running', total: 350 });
    app.queues.jobs.length = 0;
    await app.settle();
    expect((await listAll(reader, feedId)).length).toBeLessThan(400);
    app.advance(31);
    await reader.job(started);
    await app.settle();
    expect(await reader.job(started)).toMatchObject({ state: 'done', result: { brought_articles: 350 } });
    expect(new Set(await titlesOf(reader, feedId)).size).toBe(400);
    expect(await listAll(reader, feedId)).toHaveLength(400);
  });

  it('end with the subscription, and are refused to those who do not follow the feed', async () => {
    const reader = await world.newReader();
    const feedId = await follow(reader, world.publish(posts(60)).url);
    const started = await ask(reader, feedId);
    await reader.leave(feedId);
    await world.app.settle();
    expect(await reader.job(started)).toMatchObject({ state: 'done', result: { brought_articles: 0 } });
    await expectRefused(ask(reader, feedId), 'NOT_FOUND');
  });

  it('of several feeds come one feed after the other', async () => {
    const reader = await world.newReader();
    const feedIds = [
      await follow(reader, world.publish(posts(55)).url),
      await follow(reader, world.publish(posts(56)).url),
    ];
    const jobs = await Promise.all(feedIds.map((feedId) => ask(reader, feedId)));
    await world.app.settle();
    for (const job of jobs) expect(await reader.job(job)).toMatchObject({ state: 'done' });
    expect(await Promise.all(feedIds.map((feedId) => missing(reader, feedId)))).toEqual([0, 0]);
  });
});

describe('whatever came before', () => {
  type Step =
    | { kind: 'publish'; count: number; dated: boolean }
    | { kind: 'drop'; count: number }
    | { kind: 'fetch' }
    | { kind: 'bring'; slices: number };
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({
      kind: fc.constant('publish' as const),
      count: fc.constantFrom(1, 10, 52),
      dated: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('drop' as const), count: fc.constantFrom(1, 15, 56) }),
    fc.record({ kind: fc.constant('fetch' as const) }),
    fc.record({ kind: fc.constant('bring' as const), slices: fc.integer({ min: 0, max: 2 }) }),
  );

  it('each item of the document is in the list once after the button', { tags: ['long'] }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 5 }), fc.boolean(), async (steps, isLate) => {
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
        if (isLate) await follow(await world.newReader(), feed.url);
        const feedId = await follow(reader, feed.url);
        for (const each of steps) {
          if (each.kind === 'publish') publish(each.count, each.dated);
          if (each.kind === 'drop') items = items.slice(0, Math.max(1, items.length - each.count));
          feed.now(items);
          if (each.kind === 'fetch') await fetchAgain(reader);
          if (each.kind === 'bring') {
            await ask(reader, feedId);
            for (let slice = 0; slice < each.slices; slice += 1) await app.deliver('jobs', 1);
          }
        }
        await fetchAgain(reader);
        const before = await listAll(reader, feedId);
        const lacking = items.filter(({ title }) => !before.some((row) => row.title === title)).length;
        expect(await missing(reader, feedId)).toBe(lacking);
        await bring(reader, feedId);
        const titles = await titlesOf(reader, feedId);
        expect(new Set(titles).size).toBe(titles.length);
        expect(titles).toEqual(expect.arrayContaining(items.map(({ title }) => title)));
        expect(await missing(reader, feedId)).toBe(0);
      }),
      { numRuns: runs(100) },
    );
  });
});
