import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job } from '../../../src/contract/index.ts';
import { startWorld, type World } from '../../harness/property-world.ts';
import type { TestReader } from '../../harness/reader.ts';

let world: World;
let made = 0;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const item = (n: number): string =>
  `<item><title>Post ${n}</title><link>https://blog.example/${made}/${n}</link><guid>${made}-${n}</guid>
  <pubDate>${new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString()}</pubDate><description>The text of ${n}.</description></item>`;
const rss = (head: string, numbers: number[]): string =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>Blog</title>
  <link>https://blog.example/</link>${head}${numbers.map(item).join('')}</channel></rss>`;
const link = (rel: string, path: string): string =>
  `<atom:link rel="${rel}" href="${world.server.url(path)}"/>`;

/** Publishes documents by their names, each with the names to which it leads, and returns the path of the first. */
const publish = (
  documents: Record<string, { head?: (path: (name: string) => string) => string; items: number[] }>,
) => {
  const blog = `/blog-${++made}`;
  const path = (name: string): string => `${blog}${name}`;
  for (const [name, { head, items }] of Object.entries(documents))
    world.server.set(path(name), { body: rss(head?.(path) ?? '', items) });
  return path;
};

const follow = async (path: string): Promise<{ reader: TestReader; feed_id: string }> => {
  const reader = await world.newReader();
  const { feed_id } = await reader.follow(world.server.url(path));
  await world.app.settle();
  return { reader, feed_id };
};
const waysOf = async (reader: TestReader, feed_id: string) =>
  (await reader.api.call('getFeedPast', { params: { feed_id } })).ways;
const start = (reader: TestReader, feed_id: string): Promise<Job> =>
  reader.api.call('bringFeedPast', { params: { feed_id }, body: { way: 'archive' } });
const bring = async (reader: TestReader, feed_id: string): Promise<Job> => {
  const job = await start(reader, feed_id);
  await world.app.settle();
  return reader.job(job);
};
const numbersOf = async (reader: TestReader, feed_id: string): Promise<number[]> =>
  (await reader.list({ feed_id })).map(({ title }) => Number(title.replace('Post ', '')));

describe('the past of a feed', () => {
  it('comes by its archives, once, as read, and is found', async () => {
    const path = publish({
      '/feed': { head: (to) => link('prev-archive', to('/2')), items: [6, 5] },
      '/2': { head: (to) => link('prev-archive', to('/1')) + link('next', to('/nowhere')), items: [4, 3] },
      '/1': { items: [3, 2, 1] },
    });
    const { reader, feed_id } = await follow(path('/feed'));
    expect(await waysOf(reader, feed_id)).toEqual([
      { way: 'archive', articles: 2000, seconds: 275, is_stopped: false },
    ]);
    expect(await bring(reader, feed_id)).toMatchObject({
      kind: 'past-articles',
      state: 'done',
      feed_id,
      result: { brought_articles: 4, documents: 2, ended: 'all' },
    });
    const rows = await reader.list({ feed_id });
    expect(rows.map(({ title, is_read }) => [title, is_read])).toEqual([
      ['Post 6', false],
      ['Post 5', false],
      ...[4, 3, 2, 1].map((n) => [`Post ${n}`, true]),
    ]);
    const found = await reader.api.call('searchArticles', {
      query: { q: '"text of 2"', order: 'time', limit: 20, tz: 'UTC' },
    });
    expect(found.items.map(({ title }) => title)).toContain('Post 2');
    expect((await bring(reader, feed_id)).result).toMatchObject({ brought_articles: 0 });
    expect(await reader.list({ feed_id })).toHaveLength(6);
  });

  it('comes by the next pages of a paged feed, and by the pages of WordPress, which end where there is none', async () => {
    const paged = publish({
      '/feed': { head: (to) => link('next', to('/2')), items: [4] },
      '/2': { items: [3] },
    });
    const one = await follow(paged('/feed'));
    expect((await bring(one.reader, one.feed_id)).result).toMatchObject({
      brought_articles: 1,
      ended: 'all',
    });

    const head = () => '<generator>https://wordpress.org/?v=6.9</generator>';
    const blog = publish({
      '/feed': { head, items: [6] },
      '/feed?paged=2': { head, items: [5] },
      '/feed?paged=3': { head, items: [4] },
    });
    const two = await follow(blog('/feed'));
    expect((await bring(two.reader, two.feed_id)).result).toMatchObject({
      brought_articles: 2,
      documents: 3,
    });
    expect(await numbersOf(two.reader, two.feed_id)).toEqual([6, 5, 4]);
  });

  it('is not offered of a feed that leads to no other document, nor of a feed of another reader', async () => {
    const path = publish({ '/feed': { head: () => '<generator>Hugo</generator>', items: [1] } });
    const { reader, feed_id } = await follow(path('/feed'));
    expect(await waysOf(reader, feed_id)).toEqual([]);
    await expect(start(reader, feed_id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(waysOf(await world.newReader(), feed_id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('ends at a ring of documents, and at a server that knows no pages', async () => {
    const ring = publish({
      '/feed': { head: (to) => link('next', to('/2')), items: [3] },
      '/2': { head: (to) => link('next', to('/3')), items: [2] },
      '/3': { head: (to) => link('next', to('/2')), items: [1] },
    });
    const one = await follow(ring('/feed'));
    expect((await bring(one.reader, one.feed_id)).result).toMatchObject({ documents: 2, ended: 'all' });

    const same = { head: () => '<generator>https://wordpress.org/?v=6.9</generator>', items: [2] };
    const pages = [2, 3, 4, 5].map((page) => [`/feed?paged=${page}`, same] as const);
    const blog = publish({ '/feed': same, ...Object.fromEntries(pages) });
    const two = await follow(blog('/feed'));
    expect((await bring(two.reader, two.feed_id)).result).toMatchObject({ documents: 2, ended: 'all' });
  });

  it('says why it ends at what is no feed, forbidden, or leads to a private address', async () => {
    const path = publish({ '/feed': { head: (to) => link('next', to('/2')), items: [3] } });
    const { reader, feed_id } = await follow(path('/feed'));
    world.server.set(path('/2'), { body: '<!doctype html><p>Not a feed', type: 'text/html' });
    expect((await bring(reader, feed_id)).result).toMatchObject({ brought_articles: 0, ended: 'unreadable' });
    world.server.set(path('/2'), { body: 'no', status: 403 });
    expect((await bring(reader, feed_id)).result).toMatchObject({ ended: 'unreachable' });

    const other = publish({
      '/feed': { head: () => '<atom:link rel="next" href="http://169.254.169.254/latest"/>', items: [1] },
    });
    const two = await follow(other('/feed'));
    expect((await bring(two.reader, two.feed_id)).result).toMatchObject({ ended: 'unreachable' });
  });
});

describe('the past of a feed without an end', () => {
  /** Publishes documents of which each leads to one more. */
  const endless = () => {
    const blog = `/endless-${++made}`;
    const asked: number[] = [];
    const publishPage = (page: number): void =>
      world.server.set(`${blog}/${page}`, (_request, response) => {
        asked.push(page);
        publishPage(page + 1);
        response.setHeader('content-type', 'application/rss+xml');
        response.end(rss(link('next', `${blog}/${page + 1}`), [1000 - page]));
      });
    publishPage(0);
    return { path: `${blog}/0`, asked };
  };
  const stateOf = async (reader: TestReader, job: Job) => (await reader.job(job)).state;

  it('is stopped, goes on from there, ends at 250 documents, and keeps that of another feed waiting', async () => {
    const { path, asked } = endless();
    const { reader, feed_id } = await follow(path);
    const job = await start(reader, feed_id);
    const other = await reader.follow(world.server.url(endless().path));
    await expect(start(reader, other.feed_id)).rejects.toMatchObject({ code: 'PAST_RUNNING' });
    await world.app.deliver('jobs');
    while (asked.length < 6) expect(await world.app.deliver('fetch')).toBe(true);
    expect(await reader.job(job)).toMatchObject({ state: 'running', done: 5 });
    await reader.api.call('cancelJob', { params: { job_id: job.job_id } });
    await world.app.settle();
    expect([await stateOf(reader, job), asked.at(-1)]).toEqual(['cancelled', 5]);

    const [way] = await waysOf(reader, feed_id);
    expect(way).toMatchObject({ articles: 1995, is_stopped: true });
    const { cursor } = (await world.app.stores.jobs.get(reader.user_id, job.job_id))!;
    const place: { asked: string[] } = JSON.parse(cursor!);
    place.asked = Array.from({ length: 248 }, (_, n) => String(n).padStart(8, '0'));
    const changes = { cursor: JSON.stringify(place) };
    await world.app.stores.jobs.update(reader.user_id, job.job_id, changes, ['cancelled']);
    const again = await bring(reader, feed_id);
    expect(again).toMatchObject({
      state: 'done',
      result: { brought_articles: 7, documents: 250, ended: 'limit' },
    });
    expect(asked).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(await numbersOf(reader, feed_id)).toEqual([1000, 999, 998, 997, 996, 995, 994, 993]);
    expect((await waysOf(reader, feed_id))[0]).toMatchObject({ is_stopped: false });
  });

  it('brings nothing twice when messages come twice, and ends when the feed is left', async () => {
    const { path, asked } = endless();
    const { reader, feed_id } = await follow(path);
    const job = await start(reader, feed_id);
    const { fetch } = world.app.queues;
    await world.app.deliver('jobs');
    while (asked.length < 4) {
      if (fetch.length < 3)
        fetch.push(...fetch.map((message) => ({ ...message, id: `${message.id}-again` })));
      await world.app.deliver('fetch');
      await world.app.deliver('score');
    }
    await reader.leave(feed_id);
    await world.app.settle();
    expect(await reader.job(job)).toMatchObject({ state: 'done', result: { ended: 'left' } });
    expect(await reader.list()).toEqual([]);
  });
});
