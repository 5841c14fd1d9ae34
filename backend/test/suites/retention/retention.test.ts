import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import {
  numberedItem as item,
  rss,
  startFeedServer,
  type FeedServer,
} from '../../harness/servers/feed-server.ts';
import { testReader } from '../../harness/reader.ts';
import { articleUnknown } from '../../../src/articles/reading/shown-entry.ts';

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

  const reader = (user?: string) => testReader(app, user);
  const add = async (path: string, user = 'local') => {
    const feed = await reader(user).follow(server.url(path));
    await app.settle();
    return feed;
  };
  const readAll = async (user = 'local') => {
    for (const { article_id } of await reader(user).list({ filter: 'unread' }))
      await reader(user).setRead(article_id, true);
  };
  /** Deletes expired items, as DynamoDB's time to live does. */
  const expire = () => app.expire();
  const fetch = async () => {
    await app.dispatch();
    await app.settle();
  };
  const blobs = async () =>
    (await readdir(app.folder, { recursive: true, withFileTypes: true }))
      .filter((file) => file.isFile() && /articles|saved/.test(file.parentPath))
      .map(({ name }) => name);

  describe('the cleanup', () => {
    it('deletes expired entries and reports their number, the time limits and the cost', async () => {
      server.set('/f', { body: rss(items(5)) });
      const { feed_id } = await add('/f');
      const [first, second, third] = await reader().list();
      await reader().setSaved(third!.article_id, true);
      app.advance(6 * DAY);
      await reader().setRead(first!.article_id, true);
      await reader().setRead(second!.article_id, true);
      app.advance(DAY + HOUR);
      const { state, done, result } = await reader().cleanUp();
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
      expect(await reader().titles()).toEqual([third!.title]);
      expect(await reader().unread(feed_id)).toBe(1);
      expect((await reader().items('ENTRY#')).filter(({ by_time }) => by_time === undefined)).toHaveLength(2);
      expect(app.cleanups).toHaveLength(1);
    });

    it('deletes contents from the blob store with their articles and copies, but never saved ones', async () => {
      const large = (n: number) => ({ ...item(n), text: `<p>${n} ${noise}</p>` });
      server.set('/f', { body: rss([large(1), large(2), large(3)]) });
      await add('/f');
      const [a, b] = await reader().list();
      await reader().setSaved(a!.article_id, true);
      await reader().setSaved(b!.article_id, true);
      expect(await blobs()).toHaveLength(5);
      app.advance(8 * DAY);
      expect((await reader().cleanUp()).result).toMatchObject({ deleted_articles: 1, deleted_blobs: 1 });
      await reader().setSaved(b!.article_id, false);
      expect((await reader().cleanUp()).result).toMatchObject({ deleted_copies: 0 });
      app.advance(3 * HOUR);
      await expire();
      expect((await reader().cleanUp()).result).toMatchObject({ deleted_copies: 1 });
      expect(await reader().items('SAVED#')).toHaveLength(1);
      const { content } = await app.as('local').call('getArticle', { params: a! });
      expect(content).toContain('3gq');
      expect(await blobs()).toHaveLength(1);
    });

    it('keeps a copy whose article was saved again before it expired', async () => {
      server.set('/f', { body: rss([{ ...item(1), text: `<p>${noise}</p>` }]) });
      await add('/f');
      const [row] = await reader().list();
      await reader().setSaved(row!.article_id, true);
      app.advance(8 * DAY);
      await reader().cleanUp();
      await reader().setSaved(row!.article_id, false);
      app.advance(30);
      await reader().setSaved(row!.article_id, true);
      app.advance(DAY);
      expect((await reader().cleanUp()).result).toMatchObject({ deleted_copies: 0 });
      const { content } = await app.as('local').call('getArticle', { params: row! });
      expect(content.length).toBeGreaterThan(100_000);
    });

    it('changes nothing of another reader, and no article that another still has', async () => {
      server.set('/f', { body: rss(items(2)) });
      await add('/f', 'early');
      app.advance(5 * DAY);
      await add('/f', 'late');
      app.advance(3 * DAY);
      const before = await reader('late').items('');
      expect((await reader('early').cleanUp()).result).toMatchObject({
        deleted_articles: 2,
        deleted_shared_articles: 0,
      });
      expect(await reader('late').items('')).toEqual(before);
      const [row] = await reader('late').list();
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
      expect(await reader('ann').items('ENTRY#')).toEqual([]);
      expect(await reader('cat').items('ENTRY#')).toEqual([]);
      expect(await reader('ben').items('ENTRY#')).toHaveLength(1);
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
      expect((await reader().cleanUp()).result).toMatchObject({ drifted_counts: 1 });
      expect(app.cleanups.at(-1)?.drifted_counts).toBe(1);
      expect(await app.stores.subscriptions.get('local', feed_id)).toMatchObject({ unread_count: 3 });
      expect((await reader().cleanUp()).result).toMatchObject({ drifted_counts: 0 });
      app.advance(8 * DAY);
      await expire();
      expect((await reader().cleanUp()).result).toMatchObject({ drifted_counts: 0 });
      expect(await app.stores.subscriptions.get('local', feed_id)).toMatchObject({ unread_count: 0 });
    });
  });

  describe('an expired entry', () => {
    it('is never shown, although the table still has it', async () => {
      server.set('/f', { body: rss(items(3)) });
      const { feed_id } = await add('/f');
      const [first] = await reader().list();
      await reader().setRead(first!.article_id, true);
      app.advance(DAY);
      expect(await reader().titles()).toEqual(['Article 2', 'Article 1']);
      expect(await reader().items('ENTRY#')).toHaveLength(3);
      app.advance(6 * DAY);
      for (const filter of ['all', 'unread', 'read', 'saved'] as const)
        for (const sort of ['published_at', 'importance_score'] as const)
          for (const scope of [{}, { feed_id }]) {
            const query = { sort, filter, limit: 200, ...scope };
            expect((await app.as('local').call('listArticles', { query })).items).toEqual([]);
          }
      expect(await reader().unread(feed_id)).toBe(0);
      const params = { article_id: first!.article_id };
      for (const endpoint of ['getArticle', 'getReasons'] as const)
        await expect(app.as('local').call(endpoint, { params })).rejects.toThrow(articleUnknown());
      await expect(reader().setRead(params.article_id, false)).rejects.toThrow(articleUnknown());
      await expect(reader().setSaved(params.article_id, true)).rejects.toThrow(articleUnknown());
      expect(await reader().items('ENTRY#')).toHaveLength(3);
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
      await reader().cleanUp();
      server.set('/b', page('B', 'b'));
      const b = await add('/b');
      expect(await reader().titles()).toEqual([]);
      expect(await reader().unread(b.feed_id)).toBe(0);
      await reader().leave(b.feed_id);
      app.advance(29 * DAY);
      await expire();
      await add('/b');
      expect(await reader().titles()).toEqual([]);
      await reader().leave(b.feed_id);
      app.advance(2 * DAY);
      await expire();
      expect(await reader().items('ENTRY#')).toEqual([]);
      await add('/b');
      expect(await reader().titles()).toEqual(['Article 1']);
    });

    it('that was read or expired: at the next fetches of its own feed', async () => {
      server.set('/f', { body: rss(items(4)) });
      await add('/f');
      const [first] = await reader().list();
      await reader().setRead(first!.article_id, true);
      for (let day = 1; day <= 40; day += 3) {
        app.advance(3 * DAY);
        // Change the document, so that it is processed again.
        server.set('/f', { body: rss(items(4), { title: `Day ${day}` }) });
        await fetch();
        await reader().cleanUp();
        await expire();
      }
      expect(await reader().titles()).toEqual([]);
    });

    it('that was marked read all at once, a moment before it expired', async () => {
      server.set('/a', page('A', 'a'));
      await add('/a');
      app.advance(7 * DAY - 5);
      await app.as('local').call('markRead', { body: { before: app.now().toISOString() } });
      app.advance(6);
      await reader().cleanUp();
      expect(await reader().items('ENTRY#')).toHaveLength(1);
      server.set('/b', page('B', 'b'));
      await add('/b');
      expect(await reader().titles()).toEqual([]);
    });

    it.each(['late', 'of one reader'])('of an unfollowed feed: by a score message, %s', async (which) => {
      server.set('/f', { body: rss(items(2)) });
      const feed = await app.as('local').call('addFeed', { body: { url: server.url('/f') } });
      const late = app.queues.score.map((message) => ({ ...message }));
      await app.settle();
      await reader().leave(feed.feed_id);
      for (const message of late) {
        const body = JSON.parse(message.body);
        const sent = which === 'late' ? { ...body, user_id: undefined } : { ...body, user_id: 'local' };
        app.queues.score.push({ ...message, body: JSON.stringify(sent) });
      }
      await app.settle();
      expect(await reader().list()).toEqual([]);
      expect((await reader().items('ENTRY#')).filter(({ by_time }) => by_time !== undefined)).toEqual([]);
    });

    it('by a dead letter that is redriven after its articles were read and deleted, or have expired', async () => {
      server.set('/f', { body: rss(items(2)) });
      await app.as('local').call('addFeed', { body: { url: server.url('/f') } });
      const letters = app.queues.score.map((message) => ({ ...message }));
      expect(letters.length).toBeGreaterThan(0);
      await app.settle();
      const [first] = await reader().list();
      await reader().setRead(first!.article_id, true);
      app.advance(2 * DAY);
      await reader().cleanUp();
      app.queues.score.push(...letters.map((message) => ({ ...message })));
      await app.settle();
      expect(await reader().titles()).toEqual(['Article 1']);
      app.advance(6 * DAY);
      await reader().cleanUp();
      app.queues.score.push(...letters);
      await app.settle();
      expect(await reader().titles()).toEqual([]);
      expect((await reader().items('ENTRY#')).filter(({ by_time }) => by_time !== undefined)).toEqual([]);
    });

    it('that was read, when a feed is followed again; the unread ones return', async () => {
      server.set('/f', { body: rss(items(3)) });
      const { feed_id } = await add('/f');
      const [newest] = await reader().list();
      await reader().setRead(newest!.article_id, true);
      await reader().leave(feed_id);
      expect(await reader().list()).toEqual([]);
      app.advance(HOUR);
      await add('/f');
      expect(await reader().titles()).toEqual(['Article 2', 'Article 1']);
      expect(await reader().unread(feed_id)).toBe(2);
    });
  });

  describe('a feed without readers', () => {
    it('is no longer fetched: its articles expire, then its memory of seen items', async () => {
      server.set('/f', { body: rss([{ ...item(1), text: `<p>${noise}</p>` }, item(2)]) });
      const { feed_id } = await add('/f');
      const [, saved] = await reader().list();
      await reader().setSaved(saved!.article_id, true);
      await reader().leave(feed_id);
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
      expect((await reader().list()).map(({ feed_title }) => feed_title)).toEqual(['A feed']);
      await add('/f');
      expect((await reader().titles()).toSorted()).toEqual(['Article 1', 'Article 2']);
      expect(await reader().unread(feed_id)).toBe(1);
    });

    it('continues as before if somebody subscribes before that', async () => {
      server.set('/f', { body: rss(items(2)) });
      const { feed_id } = await add('/f');
      await reader().leave(feed_id);
      app.advance(3 * DAY);
      await app.cleanup();
      await app.stores.readers.enlist('other', app.now().toISOString());
      await add('/f', 'other');
      expect(await reader('other').titles()).toEqual(['Article 2', 'Article 1']);
      app.advance(5 * DAY);
      await expire();
      await app.cleanup();
      const [row] = await reader('other').list();
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
      const [newest] = await reader().list();
      await reader().setRead(newest!.article_id, true);
      app.advance(2 * DAY - HOUR);
      server.set('/f', { body: rss(items(5)) });
      await fetch();
      app.advance(2 * HOUR);
      expect(await reader().unread(feed_id)).toBe(4);
      await choose(2, 1);
      await app.settle();
      expect(await reader().titles()).toEqual(['Article 5', 'Article 4']);
      expect(await reader().unread(feed_id)).toBe(2);
      expect(app.cleanups.at(-1)).toMatchObject({ drifted_counts: 0, deleted_articles: 2 });
      app.advance(DAY);
      await choose(5, 24);
      await app.settle();
      app.advance(2 * DAY);
      expect(await reader().titles()).toEqual(['Article 5', 'Article 4']);
      app.advance(2 * DAY);
      expect(await reader().titles()).toEqual([]);
    });

    it('applies to new articles and to those of a redriven message', async () => {
      server.set('/f', { body: rss(items(2)) });
      await choose(1, 24);
      await app.settle();
      await app.as('local').call('addFeed', { body: { url: server.url('/f') } });
      const letters = app.queues.score.map((message) => ({ ...message }));
      await app.settle();
      expect(await reader().titles()).toHaveLength(2);
      app.advance(DAY + 1);
      expect(await reader().titles()).toEqual([]);
      await expire();
      app.queues.score.push(...letters);
      await app.settle();
      expect(await reader().items('ENTRY#')).toEqual([]);
    });

    it('does not affect another reader or saved articles', async () => {
      server.set('/f', { body: rss(items(2)) });
      await add('/f');
      await add('/f', 'other');
      const [saved] = await reader().list();
      await reader().setSaved(saved!.article_id, true);
      app.advance(3 * DAY);
      const others = await reader('other').items('');
      await choose(1, 1);
      await app.settle();
      expect(await reader().titles()).toEqual([saved!.title]);
      expect(await reader('other').items('')).toEqual(others);
    });

    it('reads every entry only after a change', async () => {
      server.set('/f', { body: rss(items(3)) });
      await add('/f');
      await choose(3, 3);
      await app.settle();
      expect(app.cleanups.at(-1)).toMatchObject({ changed_expiries: 3 });
      const { scan } = app.stores.entries;
      app.stores.entries.scan = () => Promise.reject(new Error('not again'));
      expect((await reader().cleanUp()).state).toBe('done');
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
      expect(await reader().titles()).toEqual([]);
    });
  });
});
