import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ArticleUnknownError } from '../../../src/articles/reading/errors.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import {
  numberedItem as item,
  rss,
  startFeedServer,
  type FeedServer,
} from '../../harness/servers/feed-server.ts';

const DAY = 24 * 60;
const HOUR = 60;
const items = (count: number, from = 1) => Array.from({ length: count }, (_, index) => item(from + index));
/** Text that is too large for the table and does not compress well. */
const noise = Array.from({ length: 30_000 }, (_, at) => ((at * 7919) % 65_521).toString(36)).join(' ');

describe('retention', () => {
  let app: TestApp;
  let server: FeedServer;
  beforeEach(async () => {
    [app, server] = await Promise.all([startTestApp(), startFeedServer()]);
  });
  afterEach(() => Promise.all([app.close(), server.close()]));

  const add = async (path: string, user = 'local') => {
    const feed = await app.as(user).call('addFeed', { body: { url: server.url(path) } });
    await app.settle();
    return feed;
  };
  const leave = (feed_id: string, user = 'local') => app.as(user).call('deleteFeed', { params: { feed_id } });
  const listed = async (user = 'local', filter: 'all' | 'unread' | 'read' | 'saved' = 'all') =>
    (await app.as(user).call('listArticles', { query: { sort: 'published_at', filter, limit: 200 } })).items;
  const titles = async (user = 'local') => (await listed(user)).map(({ title }) => title);
  const setRead = (article_id: string, is_read = true, user = 'local') =>
    app.as(user).call('setRead', { params: { article_id }, body: { is_read } });
  const setSaved = (article_id: string, is_saved: boolean, user = 'local') =>
    app.as(user).call('setSaved', { params: { article_id }, body: { is_saved } });
  const readAll = async (user = 'local') => {
    for (const { article_id } of await listed(user, 'unread')) await setRead(article_id, true, user);
  };
  const unread = async (feed_id: string, user = 'local') =>
    (await app.as(user).call('getFeed', { params: { feed_id } })).unread_count;
  const cleanUp = async (user = 'local') => {
    const { job_id } = await app.as(user).call('cleanupArticles');
    await app.settle();
    return app.as(user).call('getJob', { params: { job_id } });
  };
  /** Deletes expired items, as DynamoDB's time to live does. */
  const expire = () => app.expire();
  const fetch = async () => {
    await app.dispatch();
    await app.settle();
  };
  const itemsOf = async (prefix: string, user = 'local') =>
    (await app.dump()).filter(({ PK, SK }) => PK === `USER#${user}` && String(SK).startsWith(prefix));
  const blobs = async () =>
    (await readdir(app.folder, { recursive: true, withFileTypes: true }))
      .filter((file) => file.isFile() && /articles|saved/.test(file.parentPath))
      .map(({ name }) => name);

  describe('the cleanup', () => {
    it('deletes expired entries and reports their number, the time limits and the cost', async () => {
      server.set('/f', { body: rss(items(5)) });
      const { feed_id } = await add('/f');
      const [first, second, third] = await listed();
      await setSaved(third!.article_id, true);
      app.advance(6 * DAY);
      await setRead(first!.article_id);
      await setRead(second!.article_id);
      app.advance(DAY + HOUR);
      const { state, done, result } = await cleanUp();
      expect({ state, done }).toEqual({ state: 'done', done: 4 });
      expect(result).toMatchObject({
        deleted_articles: 2,
        deleted_read_articles: 2,
        deleted_shared_articles: 4,
        drifted_counts: 0,
        article_cutoff: new Date(app.now().getTime() - 7 * DAY * 60_000).toISOString(),
        read_cutoff: new Date(app.now().getTime() - DAY * 60_000).toISOString(),
        is_cost_estimated: false,
      });
      expect(Number(result?.['write_units'])).toBeGreaterThan(4 * 4);
      expect(Number(result?.['read_units'])).toBeGreaterThan(0);
      expect(Number(result?.['cost_usd'])).toBeCloseTo(
        Number(result?.['write_units']) * 0.625e-6 + Number(result?.['read_units']) * 0.125e-6,
        5,
      );
      expect(await titles()).toEqual([third!.title]);
      expect(await unread(feed_id)).toBe(1);
      expect((await itemsOf('ENTRY#')).filter(({ by_time }) => by_time === undefined)).toHaveLength(2);
      expect(app.cleanups).toHaveLength(1);
    });

    it('deletes contents from the blob store with their articles and copies, but never saved ones', async () => {
      const large = (n: number) => ({ ...item(n), text: `<p>${n} ${noise}</p>` });
      server.set('/f', { body: rss([large(1), large(2), large(3)]) });
      await add('/f');
      const [a, b] = await listed();
      await setSaved(a!.article_id, true);
      await setSaved(b!.article_id, true);
      expect(await blobs()).toHaveLength(5);
      app.advance(8 * DAY);
      expect((await cleanUp()).result).toMatchObject({ deleted_articles: 1, deleted_blobs: 1 });
      await setSaved(b!.article_id, false);
      expect((await cleanUp()).result).toMatchObject({ deleted_copies: 0 });
      app.advance(3 * HOUR);
      await expire();
      expect((await cleanUp()).result).toMatchObject({ deleted_copies: 1 });
      expect(await itemsOf('SAVED#')).toHaveLength(1);
      const { content } = await app.as('local').call('getArticle', { params: a! });
      expect(content).toContain('3gq');
      expect(await blobs()).toHaveLength(1);
    });

    it('keeps a copy whose article was saved again before it expired', async () => {
      server.set('/f', { body: rss([{ ...item(1), text: `<p>${noise}</p>` }]) });
      await add('/f');
      const [row] = await listed();
      await setSaved(row!.article_id, true);
      app.advance(8 * DAY);
      await cleanUp();
      await setSaved(row!.article_id, false);
      app.advance(30);
      await setSaved(row!.article_id, true);
      app.advance(DAY);
      expect((await cleanUp()).result).toMatchObject({ deleted_copies: 0 });
      const { content } = await app.as('local').call('getArticle', { params: row! });
      expect(content.length).toBeGreaterThan(100_000);
    });

    it('changes nothing of another reader, and no article that another still has', async () => {
      server.set('/f', { body: rss(items(2)) });
      await add('/f', 'early');
      app.advance(5 * DAY);
      await add('/f', 'late');
      app.advance(3 * DAY);
      const before = await itemsOf('', 'late');
      expect((await cleanUp('early')).result).toMatchObject({
        deleted_articles: 2,
        deleted_shared_articles: 0,
      });
      expect(await itemsOf('', 'late')).toEqual(before);
      const [row] = await listed('late');
      const { content } = await app.as('late').call('getArticle', { params: row! });
      expect(content).toContain('The text of article 2.');
    });

    it('is started for every reader at night, and the failure of one delays no other', async () => {
      server.set('/f', { body: rss(items(1)) });
      for (const user of ['ann', 'ben', 'cat']) await add('/f', user);
      app.advance(8 * DAY);
      const { start } = app.stores.jobLocks;
      app.stores.jobLocks.start = (job, ...rest) =>
        job.user_id === 'ben' ? Promise.reject(new Error('no luck')) : start(job, ...rest);
      await expect(app.cleanup()).rejects.toThrow('1 times');
      await app.settle();
      expect(await itemsOf('ENTRY#', 'ann')).toEqual([]);
      expect(await itemsOf('ENTRY#', 'cat')).toEqual([]);
      expect(await itemsOf('ENTRY#', 'ben')).toHaveLength(1);
    });

    it('runs only once at a time for a reader', async () => {
      const first = await app.as('local').call('cleanupArticles');
      const second = await app.as('local').call('cleanupArticles');
      expect(second.job_id).toBe(first.job_id);
      await app.settle();
      expect(app.cleanups).toHaveLength(1);
    });

    it('reports and corrects a wrong count, and does not treat expiry as an error', async () => {
      server.set('/f', { body: rss(items(3)) });
      const { feed_id } = await add('/f');
      const { unread_count: _, ...count } = (await app.stores.subscriptions.get('local', feed_id))!;
      expect(
        await app.stores.subscriptions.setCount('local', feed_id, { ...count, unread_count: 7 }),
      ).not.toBeNull();
      expect((await cleanUp()).result).toMatchObject({ drifted_counts: 1 });
      expect(app.cleanups.at(-1)?.drifted_counts).toBe(1);
      expect(await app.stores.subscriptions.get('local', feed_id)).toMatchObject({ unread_count: 3 });
      expect((await cleanUp()).result).toMatchObject({ drifted_counts: 0 });
      app.advance(8 * DAY);
      await expire();
      expect((await cleanUp()).result).toMatchObject({ drifted_counts: 0 });
      expect(await app.stores.subscriptions.get('local', feed_id)).toMatchObject({ unread_count: 0 });
    });
  });

  describe('an expired entry', () => {
    it('is never shown, although the table still has it', async () => {
      server.set('/f', { body: rss(items(3)) });
      const { feed_id } = await add('/f');
      const [first] = await listed();
      await setRead(first!.article_id);
      app.advance(DAY);
      expect(await titles()).toEqual(['Article 2', 'Article 1']);
      expect(await itemsOf('ENTRY#')).toHaveLength(3);
      app.advance(6 * DAY);
      for (const filter of ['all', 'unread', 'read', 'saved'] as const)
        for (const sort of ['published_at', 'importance_score'] as const)
          for (const scope of [{}, { feed_id }]) {
            const query = { sort, filter, limit: 200, ...scope };
            expect((await app.as('local').call('listArticles', { query })).items).toEqual([]);
          }
      expect(await unread(feed_id)).toBe(0);
      const params = { article_id: first!.article_id };
      for (const endpoint of ['getArticle', 'getReasons'] as const)
        await expect(app.as('local').call(endpoint, { params })).rejects.toThrow(ArticleUnknownError);
      await expect(setRead(params.article_id, false)).rejects.toThrow(ArticleUnknownError);
      await expect(setSaved(params.article_id, true)).rejects.toThrow(ArticleUnknownError);
      expect(await itemsOf('ENTRY#')).toHaveLength(3);
    });
  });

  describe('no article returns', () => {
    const page = (title: string, guid: string) => ({
      body: rss([{ ...item(1), guid }], { title, site: `https://${guid}.example/` }),
    });

    it('that was read: from another feed, as long as its tombstone exists', async () => {
      server.set('/a', page('A', 'a'));
      await add('/a');
      await readAll();
      app.advance(2 * DAY);
      await cleanUp();
      server.set('/b', page('B', 'b'));
      const b = await add('/b');
      expect(await titles()).toEqual([]);
      expect(await unread(b.feed_id)).toBe(0);
      await leave(b.feed_id);
      app.advance(29 * DAY);
      await expire();
      await add('/b');
      expect(await titles()).toEqual([]);
      await leave(b.feed_id);
      app.advance(2 * DAY);
      await expire();
      expect(await itemsOf('ENTRY#')).toEqual([]);
      await add('/b');
      expect(await titles()).toEqual(['Article 1']);
    });

    it('that was read or expired: at the next fetches of its own feed', async () => {
      server.set('/f', { body: rss(items(4)) });
      await add('/f');
      const [first] = await listed();
      await setRead(first!.article_id);
      for (let day = 1; day <= 40; day += 3) {
        app.advance(3 * DAY);
        // Change the document, so that it is processed again.
        server.set('/f', { body: rss(items(4), { title: `Day ${day}` }) });
        await fetch();
        await cleanUp();
        await expire();
      }
      expect(await titles()).toEqual([]);
    });

    it('that was marked read all at once, a moment before it expired', async () => {
      server.set('/a', page('A', 'a'));
      await add('/a');
      app.advance(7 * DAY - 5);
      await app.as('local').call('markRead', { body: { before: app.now().toISOString() } });
      app.advance(6);
      await cleanUp();
      expect(await itemsOf('ENTRY#')).toHaveLength(1);
      server.set('/b', page('B', 'b'));
      await add('/b');
      expect(await titles()).toEqual([]);
    });

    it.each(['late', 'of one reader'])('of an unfollowed feed: by a score message, %s', async (which) => {
      server.set('/f', { body: rss(items(2)) });
      const feed = await app.as('local').call('addFeed', { body: { url: server.url('/f') } });
      const late = app.queues.score.map((message) => ({ ...message }));
      await app.settle();
      await leave(feed.feed_id);
      for (const message of late) {
        const body = JSON.parse(message.body);
        const sent = which === 'late' ? { ...body, user_id: undefined } : { ...body, user_id: 'local' };
        app.queues.score.push({ ...message, body: JSON.stringify(sent) });
      }
      await app.settle();
      expect(await listed()).toEqual([]);
      expect((await itemsOf('ENTRY#')).filter(({ by_time }) => by_time !== undefined)).toEqual([]);
    });

    it('by a dead letter that is redriven after its articles were read and deleted, or have expired', async () => {
      server.set('/f', { body: rss(items(2)) });
      await app.as('local').call('addFeed', { body: { url: server.url('/f') } });
      const letters = app.queues.score.map((message) => ({ ...message }));
      expect(letters.length).toBeGreaterThan(0);
      await app.settle();
      const [first] = await listed();
      await setRead(first!.article_id);
      app.advance(2 * DAY);
      await cleanUp();
      app.queues.score.push(...letters.map((message) => ({ ...message })));
      await app.settle();
      expect(await titles()).toEqual(['Article 1']);
      app.advance(6 * DAY);
      await cleanUp();
      app.queues.score.push(...letters);
      await app.settle();
      expect(await titles()).toEqual([]);
      expect((await itemsOf('ENTRY#')).filter(({ by_time }) => by_time !== undefined)).toEqual([]);
    });

    it('when a feed is followed again, if it was read; the others do', async () => {
      server.set('/f', { body: rss(items(3)) });
      const { feed_id } = await add('/f');
      const [newest] = await listed();
      await setRead(newest!.article_id);
      await leave(feed_id);
      expect(await listed()).toEqual([]);
      app.advance(HOUR);
      await add('/f');
      expect(await titles()).toEqual(['Article 2', 'Article 1']);
      expect(await unread(feed_id)).toBe(2);
    });
  });

  describe('a feed without readers', () => {
    it('is no longer fetched: its articles expire, then its memory of seen items', async () => {
      server.set('/f', { body: rss([{ ...item(1), text: `<p>${noise}</p>` }, item(2)]) });
      const { feed_id } = await add('/f');
      const [, saved] = await listed();
      await setSaved(saved!.article_id, true);
      await leave(feed_id);
      app.advance(8 * DAY);
      await expire();
      await app.cleanup();
      const ofArticles = async () =>
        (await app.dump()).filter(({ PK }) => String(PK).startsWith('ARTICLE#')).length;
      expect(await ofArticles()).toBe(0);
      const hasSeen = async () => (await app.dump()).some(({ SK }) => SK === 'SEEN');
      expect(await hasSeen()).toBe(true);
      app.advance(29 * DAY);
      await app.cleanup();
      expect(await hasSeen()).toBe(false);
      expect((await listed()).map(({ feed_title }) => feed_title)).toEqual(['A feed']);
      await add('/f');
      expect((await titles()).toSorted()).toEqual(['Article 1', 'Article 2']);
      expect(await unread(feed_id)).toBe(1);
    });

    it('continues as before if somebody subscribes before that', async () => {
      server.set('/f', { body: rss(items(2)) });
      const { feed_id } = await add('/f');
      await leave(feed_id);
      app.advance(3 * DAY);
      await app.cleanup();
      await app.stores.readers.enlist('other', app.now().toISOString());
      await add('/f', 'other');
      expect(await titles('other')).toEqual(['Article 2', 'Article 1']);
      app.advance(5 * DAY);
      await expire();
      await app.cleanup();
      const [row] = await listed('other');
      const { content } = await app.as('other').call('getArticle', { params: row! });
      expect(content).toContain('The text of article 2.');
    });
  });

  describe('a reader’s own retention', () => {
    const choose = (article_days: number, read_hours: number, user = 'local') =>
      app.as(user).call('updatePreferences', { body: { retention: { article_days, read_hours } } });

    it('applies to every entry: a shorter one at once, a longer one to those that still exist', async () => {
      server.set('/f', { body: rss(items(3)) });
      const { feed_id } = await add('/f');
      const [newest] = await listed();
      await setRead(newest!.article_id);
      app.advance(2 * DAY - HOUR);
      server.set('/f', { body: rss(items(5)) });
      await fetch();
      app.advance(2 * HOUR);
      expect(await unread(feed_id)).toBe(4);
      await choose(2, 1);
      await app.settle();
      expect(await titles()).toEqual(['Article 5', 'Article 4']);
      expect(await unread(feed_id)).toBe(2);
      expect(app.cleanups.at(-1)).toMatchObject({ drifted_counts: 0, deleted_articles: 2 });
      app.advance(DAY);
      await choose(5, 24);
      await app.settle();
      app.advance(2 * DAY);
      expect(await titles()).toEqual(['Article 5', 'Article 4']);
      app.advance(2 * DAY);
      expect(await titles()).toEqual([]);
    });

    it('applies to new articles and to those of a redriven message', async () => {
      server.set('/f', { body: rss(items(2)) });
      await choose(1, 24);
      await app.settle();
      await app.as('local').call('addFeed', { body: { url: server.url('/f') } });
      const letters = app.queues.score.map((message) => ({ ...message }));
      await app.settle();
      expect(await titles()).toHaveLength(2);
      app.advance(DAY + 1);
      expect(await titles()).toEqual([]);
      await expire();
      app.queues.score.push(...letters);
      await app.settle();
      expect(await itemsOf('ENTRY#')).toEqual([]);
    });

    it('does not affect another reader or saved articles', async () => {
      server.set('/f', { body: rss(items(2)) });
      await add('/f');
      await add('/f', 'other');
      const [saved] = await listed();
      await setSaved(saved!.article_id, true);
      app.advance(3 * DAY);
      const others = await itemsOf('', 'other');
      await choose(1, 1);
      await app.settle();
      expect(await titles()).toEqual([saved!.title]);
      expect(await itemsOf('', 'other')).toEqual(others);
    });

    it('reads every entry only after a change', async () => {
      server.set('/f', { body: rss(items(3)) });
      await add('/f');
      await choose(3, 3);
      await app.settle();
      expect(app.cleanups.at(-1)).toMatchObject({ changed_expiries: 3 });
      const { scan } = app.stores.entries;
      app.stores.entries.scan = () => Promise.reject(new Error('not again'));
      expect((await cleanUp()).state).toBe('done');
      app.stores.entries.scan = scan;
    });

    it('chosen while a cleanup runs is applied by that cleanup or the next', async () => {
      server.set('/f', { body: rss(items(3)) });
      await add('/f');
      await choose(6, 24);
      await app.deliver('jobs');
      await choose(4, 24);
      await app.deliver('jobs');
      await choose(1, 24);
      await app.settle();
      app.advance(DAY);
      expect(await titles()).toEqual([]);
    });
  });
});
