import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TableClient } from '../../../src/storage/table/table.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { Crash, crashAt } from '../../harness/engines/crashing-table.ts';
import {
  numberedItem as item,
  rss,
  startFeedServer,
  type FeedServer,
} from '../../harness/servers/feed-server.ts';
import { testReader } from '../../harness/reader.ts';
import { feedUnknown } from '../../../src/model/feed/followed-feed.ts';

const items = (count: number, from = 1) => Array.from({ length: count }, (_, index) => item(from + index));
const DAY = 24 * 60;

describe('following and unfollowing', () => {
  let app: TestApp;
  let server: FeedServer;
  beforeEach(async () => {
    [app, server] = await Promise.all([startTestApp(), startFeedServer()]);
  });
  afterEach(() => Promise.all([app.close(), server.close()]));

  const as = (user: string) => app.as(user);
  const reader = (user?: string) => testReader(app, user);
  const contentOf = async (article_id: string, user = 'local') =>
    (await as(user).call('getArticle', { params: { article_id } })).content;
  const sweep = () => app.expire();
  /** Returns the number of requests that the schedule makes to a feed in this many minutes. */
  const fetchesWithin = async (minutes: number, path: string) => {
    const count = () => {
      const { full = 0, not_modified = 0 } = server.requests.get(path) ?? {};
      return full + not_modified;
    };
    const before = count();
    for (let passed = 0; passed < minutes; passed += 30) {
      app.advance(30);
      await app.dispatch();
      await app.settle();
    }
    return count() - before;
  };

  it('leaves nothing of a feed that is unfollowed before its articles were scored', async () => {
    server.set('/f', { body: rss(items(3)) });
    const { feed_id } = await reader().follow(server.url('/f'));
    await reader().leave(feed_id);
    await app.settle();
    expect(await reader().list()).toEqual([]);
  });

  it('assigns no article to a feed that is no longer followed', async () => {
    server.set('/a', { body: rss([item(1)], { title: 'A', site: 'https://a.example/' }) });
    server.set('/b', { body: rss([{ ...item(1), guid: 'b' }], { title: 'B', site: 'https://b.example/' }) });
    const a = await reader().follow(server.url('/a'));
    await app.settle();
    const b = await reader().follow(server.url('/b'));
    await app.settle();
    await reader().leave(b.feed_id);
    await reader().leave(a.feed_id);
    expect(await reader().list()).toEqual([]);
  });

  it('keeps a saved article with its text, also when it is unsaved and saved again much later', async () => {
    server.set('/f', { body: rss(items(1)) });
    await reader().follow(server.url('/f'));
    await app.settle();
    const [row] = await reader().list();
    const { article_id } = row!;
    await reader().setSaved(article_id, true);
    app.advance(9 * DAY);
    await sweep();
    await reader().setSaved(article_id, false);
    expect(await contentOf(article_id)).toContain('The text of article 1.');
    await reader().setSaved(article_id, true);
    app.advance(9 * DAY);
    await sweep();
    expect(await contentOf(article_id)).toContain('The text of article 1.');
    expect(await reader().list({ filter: 'saved' })).toHaveLength(1);
  });

  it('keeps a saved article under the name of its unfollowed feed', async () => {
    server.set('/f', { body: rss(items(2), { title: 'The Paper' }) });
    const { feed_id } = await reader().follow(server.url('/f'));
    await app.settle();
    const [row] = await reader().list();
    await reader().setSaved(row!.article_id, true);
    await reader().leave(feed_id);
    expect((await reader().list()).map(({ title, feed_title }) => [title, feed_title])).toEqual([
      ['Article 2', 'The Paper'],
    ]);
    expect(await contentOf(row!.article_id)).toContain('The text of article 2.');
  });

  it('gives a late subscriber articles that live as long as they are listed', async () => {
    server.set('/f', { body: rss(items(1)) });
    await reader('first').follow(server.url('/f'));
    await app.settle();
    app.advance(6 * DAY);
    await reader('second').follow(server.url('/f'));
    await app.settle();
    app.advance(2 * DAY);
    await sweep();
    const [row] = await reader('second').list();
    expect(await contentOf(row!.article_id, 'second')).toContain('The text of article 1.');
  });

  it('moves a subscription to another address without restoring read articles', async () => {
    server.set('/a', { body: rss(items(2)) });
    server.set('/b', { body: rss(items(2)) });
    const { feed_id } = await reader().follow(server.url('/a'));
    await app.settle();
    const before = await reader().list();
    for (const { article_id } of before)
      await as('local').call('setRead', { params: { article_id }, body: { is_read: true } });
    const moved = await as('local').call('updateFeed', {
      params: { feed_id },
      body: { url: server.url('/b'), title: 'Mine' },
    });
    await app.settle();
    expect(moved).toMatchObject({ url: server.url('/b'), title: 'Mine' });
    expect((await reader().list()).map(({ is_read, feed_id: of }) => [is_read, of])).toEqual([
      [true, moved.feed_id],
      [true, moved.feed_id],
    ]);
    expect((await as('local').call('listFeeds')).items).toHaveLength(1);
  });

  it('keeps the name when the new address is refused', async () => {
    server.set('/a', { body: rss(items(1)) });
    const { feed_id, title } = await reader().follow(server.url('/a'));
    const change = as('local').call('updateFeed', {
      params: { feed_id },
      body: { title: 'New', url: 'ftp://no' },
    });
    await expect(change).rejects.toThrow('ftp');
    expect((await reader().feed(feed_id)).title).toBe(title);
  });

  it('does not fetch a paused feed, even after resumeFeed, until it is active again', async () => {
    server.set('/f', { body: rss(items(1)) });
    const { feed_id } = await reader().follow(server.url('/f'));
    await app.settle();
    await as('local').call('updateFeed', { params: { feed_id }, body: { is_active: false } });
    await as('local').call('resumeFeed', { params: { feed_id } });
    await app.settle();
    expect(await fetchesWithin(5 * 60, '/f')).toBe(0);
    await as('local').call('updateFeed', { params: { feed_id }, body: { is_active: true } });
    expect(await fetchesWithin(5 * 60, '/f')).toBeGreaterThan(0);
  });

  it('fetches as often as the shortest interval of all readers', async () => {
    server.set('/f', { body: rss(items(1)) });
    const { feed_id } = await reader('first').follow(server.url('/f'));
    await as('first').call('updateFeed', { params: { feed_id }, body: { fetch_interval_minutes: 30 } });
    await app.settle();
    const { next_fetch_at } = await reader('second').follow(server.url('/f'));
    expect((Date.parse(next_fetch_at!) - app.now().getTime()) / 60_000).toBeLessThanOrEqual(33);
  });

  describe('a chosen interval', () => {
    const choose = (feed_id: string, fetch_interval_minutes: number | null, user = 'local') =>
      as(user).call('updateFeed', { params: { feed_id }, body: { fetch_interval_minutes } });
    const quiet = async (user?: string) => {
      server.set('/f', { body: rss(items(1)), headers: { 'cache-control': 'max-age=86400' } });
      const { feed_id } = await reader(user).follow(server.url('/f'));
      await app.settle();
      return feed_id;
    };

    it('holds for a week although the feed is quiet and the publisher says max-age=86400', async () => {
      const feed_id = await quiet();
      await choose(feed_id, 30);
      expect(await fetchesWithin(7 * DAY, '/f')).toBe(7 * 48);
      expect(await reader().feed(feed_id)).toMatchObject({
        fetch_interval_minutes: 30,
        current_interval_minutes: 30,
        interval_reason: 'chosen',
        next_fetch_reason: 'interval',
      });
    });

    it('is null for a new feed, which is then fetched as rarely as the publisher asks', async () => {
      const feed_id = await quiet();
      expect(await fetchesWithin(7 * DAY, '/f')).toBeLessThanOrEqual(8);
      expect(await reader().feed(feed_id)).toMatchObject({
        fetch_interval_minutes: null,
        current_interval_minutes: DAY,
        interval_reason: 'publisher_asks',
      });
    });

    it('holds from the moment it is chosen, and no longer once it is automatic again', async () => {
      const feed_id = await quiet();
      const { next_fetch_at } = await choose(feed_id, 60);
      expect(Date.parse(next_fetch_at!) - app.now().getTime()).toBeLessThanOrEqual(60 * 60_000);
      await choose(feed_id, null);
      expect(await fetchesWithin(7 * DAY, '/f')).toBeLessThanOrEqual(9);
    });

    it('of several readers is the shortest, of which the others are told', async () => {
      const feed_id = await quiet('first');
      await choose(feed_id, 60, 'first');
      await reader('second').follow(server.url('/f'));
      await reader('third').follow(server.url('/f'));
      await choose(feed_id, 30, 'third');
      const told = async (user: string) => {
        const { fetch_interval_minutes, current_interval_minutes, interval_reason } =
          await reader(user).feed(feed_id);
        return [fetch_interval_minutes, current_interval_minutes, interval_reason];
      };
      expect(await told('first')).toEqual([60, 30, 'another_reader']);
      expect(await told('second')).toEqual([null, 30, 'another_reader']);
      expect(await told('third')).toEqual([30, 30, 'chosen']);
      await reader('third').leave(feed_id);
      expect(await told('second')).toEqual([null, 60, 'another_reader']);
    });

    it('waits as long as the publisher asks by Retry-After, and says so', async () => {
      const feed_id = await quiet();
      await choose(feed_id, 30);
      server.set('/f', { body: 'busy', status: 503, headers: { 'retry-after': '14400' } });
      expect(await fetchesWithin(4 * 60, '/f')).toBe(1);
      expect(await reader().feed(feed_id)).toMatchObject({ next_fetch_reason: 'asked_to_wait' });
      server.set('/f', { body: 'busy', status: 503 });
      await fetchesWithin(60, '/f');
      expect(await reader().feed(feed_id)).toMatchObject({ next_fetch_reason: 'failing' });
    });

    it('plans the next fetch of a feed that publishes again by its new pace', async () => {
      server.set('/f', { body: rss(items(1)) });
      const { feed_id } = await reader().follow(server.url('/f'));
      await fetchesWithin(20 * DAY, '/f');
      expect(await reader().feed(feed_id)).toMatchObject({ interval_reason: 'publishes_rarely' });
      server.set('/f', { body: rss(items(2)) });
      await reader().fetchAll();
      const feed = await reader().feed(feed_id);
      expect(feed).toMatchObject({ current_interval_minutes: 60, interval_reason: 'usual' });
      expect(Date.parse(feed.next_fetch_at!) - app.now().getTime()).toBeLessThanOrEqual(66 * 60_000);
    });
  });

  it('keeps the time of the last success through a failure and a resumption', async () => {
    server.set('/f', { body: rss(items(1)) });
    const { feed_id, last_success_at } = await reader().follow(server.url('/f'));
    server.set('/f', { body: 'gone', status: 410 });
    app.advance(90);
    await app.dispatch();
    await app.settle();
    expect(await reader().feed(feed_id)).toMatchObject({ fetch_status: 'stopped', last_success_at });
    app.advance(1);
    await as('local').call('resumeFeed', { params: { feed_id } });
    await app.settle();
    expect(await reader().feed(feed_id)).toMatchObject({ fetch_status: 'stopped', last_success_at });
  });

  describe('resuming', () => {
    const asked = (path: string) => {
      const { full = 0, not_modified = 0 } = server.requests.get(path) ?? {};
      return full + not_modified;
    };
    const resume = async (feed_id: string, times: number) => {
      for (let time = 0; time < times; time++) {
        await as('local').call('resumeFeed', { params: { feed_id } });
        await app.settle();
      }
    };
    const follow = async () => {
      server.set('/f', { body: rss(items(1)) });
      const { feed_id } = await reader().follow(server.url('/f'));
      await app.settle();
      return feed_id;
    };
    const fail = async (status: number) => {
      server.set('/f', { body: 'no', status });
      app.advance(90);
      await app.dispatch();
      await app.settle();
      server.requests.clear();
    };

    it('makes no request for a healthy feed, and keeps its schedule', async () => {
      const feed_id = await follow();
      const before = await app.stores.feeds.get(feed_id);
      app.advance(10);
      server.requests.clear();
      await resume(feed_id, 40);
      expect(asked('/f')).toBe(0);
      expect(await app.stores.feeds.get(feed_id)).toEqual(before);
    });

    it.each([
      ['stopped', 410],
      ['failing', 503],
    ])('makes at most one request a minute for a %s feed', async (_state, status) => {
      const feed_id = await follow();
      await fail(status);
      await resume(feed_id, 40);
      expect(asked('/f')).toBe(0);
      // It is on the schedule, and the answer says when.
      const soon = new Date(app.now().getTime() + 60_000).toISOString();
      const answer = await as('local').call('resumeFeed', { params: { feed_id } });
      expect(answer).toMatchObject({ fetch_status: 'active', next_fetch_at: soon });
      app.advance(1);
      await resume(feed_id, 40);
      expect(asked('/f')).toBe(1);
      app.advance(1);
      await resume(feed_id, 40);
      expect(asked('/f')).toBe(2);
    });

    it('fetches by the schedule, without another call, a minute after the last fetch', async () => {
      const feed_id = await follow();
      await fail(410);
      await resume(feed_id, 1);
      app.advance(1);
      await app.dispatch();
      await app.settle();
      expect(asked('/f')).toBe(1);
    });

    it('makes one request, however many readers resume the feed at the same time', async () => {
      const feed_id = await follow();
      await fail(410);
      app.advance(1);
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => as('local').call('resumeFeed', { params: { feed_id } })),
      );
      expect(new Set(answers.map(({ fetch_status }) => fetch_status))).toEqual(new Set(['active']));
      await resume(feed_id, 1);
      expect(asked('/f')).toBe(1);
    });
  });

  it('stores the new ETag of an unchanged document', async () => {
    const answer = (etag: string) => (request: { headers: Record<string, unknown> }, response: never) => {
      const { writeHead, end } = response as {
        writeHead: (...args: unknown[]) => void;
        end: (body?: string) => void;
      };
      const isSame = request.headers['if-none-match'] === etag;
      writeHead.call(response, isSame ? 304 : 200, { etag, 'content-type': 'application/rss+xml' });
      end.call(response, isSame ? undefined : rss(items(1)));
    };
    server.set('/f', answer('"one"') as never);
    const { feed_id } = await reader().follow(server.url('/f'));
    await app.settle();
    server.set('/f', answer('"two"') as never);
    app.advance(90);
    await app.dispatch();
    await app.settle();
    expect((await app.stores.feeds.get(feed_id))?.etag).toBe('"two"');
  });

  it('follows a feed that redirects permanently three times in a row, and finds it at both addresses', async () => {
    server.set('/old', { body: rss(items(1)) });
    const { feed_id } = await reader().follow(server.url('/old'));
    await app.settle();
    server.set('/new', { body: rss(items(2)) });
    server.set('/old', (_, response) => response.writeHead(301, { location: '/new' }).end());
    for (const url of ['/old', '/old', '/new', '/new']) {
      app.advance(24 * 60);
      await app.dispatch();
      await app.settle();
      expect((await reader().feed(feed_id)).url).toBe(server.url(url));
    }
    await expect(reader().follow(server.url('/new'))).rejects.toThrow('already');
    expect((await as('local').call('listFeeds')).items).toHaveLength(1);
    expect(await reader().list()).toHaveLength(2);
  });

  it('cleans up for a reader whose feeds are all paused', async () => {
    server.set('/f', { body: rss(items(2)) });
    const { feed_id } = await reader().follow(server.url('/f'));
    await app.settle();
    for (const { article_id } of await reader().list())
      await as('local').call('setRead', { params: { article_id }, body: { is_read: true } });
    await as('local').call('updateFeed', { params: { feed_id }, body: { is_active: false } });
    app.advance(2 * DAY);
    await app.cleanup();
    expect(await app.stores.entries.scan('local', null, 10)).toEqual([]);
  });

  it('distinguishes two items that later share a guid, and shows neither twice', async () => {
    const bare = (title: string) => ({ title, guid: 'same', text: `The text of ${title}.` });
    server.set('/f', { body: rss([bare('A')]) });
    await reader().follow(server.url('/f'));
    await app.settle();
    server.set('/f', { body: rss([bare('B'), bare('A')]) });
    app.advance(90);
    await app.dispatch();
    await app.settle();
    expect((await reader().list()).map(({ title }) => title).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'A',
      'B',
    ]);
  });

  it('refuses links that run a script, in any disguise', async () => {
    const link = '&#x1;javascript:alert(1)';
    server.set('/f', {
      body: rss([{ ...item(1), link }], { title: 'T', site: '\u0009javascript:alert(2)' }),
    });
    const feed = await reader().follow(server.url('/f'));
    await app.settle();
    const [row] = await reader().list();
    expect([row?.link, feed.site_url]).not.toContainEqual(expect.stringContaining('javascript'));
  });

  it('can be repeated after a crash at any write of unfollowing', async () => {
    server.set('/f', { body: rss(items(3)) });
    for (let write = 1; ; write++) {
      const crashing = crashAt(write, write % 2 === 0);
      let isArmed = false;
      const other = await startTestApp({
        wrapTable: (table) => {
          const fragile = crashing.wrap(table);
          return new Proxy(table, { get: (_, name: keyof TableClient) => (isArmed ? fragile : table)[name] });
        },
      });
      const { feed_id } = await other.as('local').call('addFeed', { body: { url: server.url('/f') } });
      await other.settle();
      isArmed = true;
      const call = () => other.as('local').call('deleteFeed', { params: { feed_id } });
      const failed = (error: unknown) => error;
      const first = await call().catch(failed);
      const second = first === undefined ? undefined : await call().catch(failed);
      expect([undefined, Crash]).toContainEqual(first === undefined ? first : (first as Error).constructor);
      expect([undefined, feedUnknown()]).toContainEqual(second);
      isArmed = false;
      const rows = await other.as('local').call('listArticles', {
        query: { sort: 'published_at', filter: 'all', limit: 50 },
      });
      expect(rows.items).toEqual([]);
      expect((await other.as('local').call('listFeeds')).items).toEqual([]);
      expect((await other.stores.feeds.get(feed_id))?.next_fetch_at).toBeNull();
      await other.close();
      if (!crashing.hasCrashed()) break;
    }
  });
});
