import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SEARCHES_PER_READER } from '../../../src/contract/index.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { testReader, type TestReader } from '../../harness/reader.ts';
import { numberedItem, rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';

let app: TestApp;
let server: FeedServer;
beforeAll(async () => {
  [app, server] = await Promise.all([startTestApp(), startFeedServer()]);
});
afterAll(() => Promise.all([app.close(), server.close()]));

let count = 0;
let reader: TestReader;
beforeEach(() => {
  count += 1;
  reader = testReader(app, `reader${count}`);
});

type Order = 'relevance' | 'time' | 'importance';
const save = (name: string, q: string, order: Order = 'relevance') =>
  reader.api.call('addSearch', { body: { name, q, order } });
const names = async () => (await reader.api.call('listSearches')).items.map(({ name }) => name);

describe('saved searches', () => {
  it('count what another process has marked', async () => {
    const other = await startTestApp({ over: app, isOneOfSeveral: true });
    try {
      server.set('/two', { body: rss([numberedItem(1), numberedItem(2)]) });
      await reader.follow(server.url('/two'));
      await app.settle();
      await save('All', 'is:unread');
      const counts = async (at: TestApp) => {
        const { items } = await testReader(at, `reader${count}`).api.call('countSearches', {
          query: { tz: 'UTC' },
        });
        return items.map(({ unread_count }) => unread_count);
      };
      expect([await counts(app), await counts(other)]).toEqual([[2], [2]]);
      const [first] = await reader.list();
      await reader.setRead(first?.article_id ?? '', true);
      for (const each of [app, other]) each.advance(1 / 60_000);
      expect([await counts(app), await counts(other)]).toEqual([[1], [1]]);
    } finally {
      await other.close();
    }
  });

  it('are kept in order, renamed, changed and removed', async () => {
    const climate = await save('Climate', 'climate is:unread', 'time');
    const japan = await save('日本', '"人工知能" OR 半導体');
    await save('Third', 'rust');
    expect(await names()).toEqual(['Climate', '日本', 'Third']);
    expect(await save('Climate', 'climate is:unread', 'time')).toEqual(climate);

    const changed = await reader.api.call('updateSearch', {
      params: japan,
      body: { name: 'Japan', order: 'importance' },
    });
    expect(changed).toEqual({ ...japan, name: 'Japan', order: 'importance' });
    await reader.api.call('deleteSearch', { params: climate });
    await expect(reader.api.call('deleteSearch', { params: climate })).rejects.toThrow('no saved search');
    expect(await names()).toEqual(['Japan', 'Third']);
    const again = await save('日本', 'x');
    expect(again.search_id).not.toBe(japan.search_id);
  });

  it('refuse a wrong query, a second of the same name, one too many, and an order that is not complete', async () => {
    await expect(save('Wrong', '"never closed')).rejects.toMatchObject({ code: 'INVALID_QUERY' });
    const one = await save('One', 'one');
    const two = await save('Two', 'two');
    await expect(save('ONE', 'other')).rejects.toThrow('another saved search with the name “ONE”');
    await expect(reader.api.call('updateSearch', { params: two, body: { name: 'one' } })).rejects.toThrow(
      '“One”',
    );
    await expect(
      reader.api.call('updateSearch', { params: two, body: { q: 'foo:bar' } }),
    ).rejects.toMatchObject({ code: 'INVALID_QUERY' });
    await expect(reader.api.call('orderSearches', { body: { search_ids: [one.search_id] } })).rejects.toThrow(
      'The order lacks “Two”.',
    );
    await app.stores.savedSearches.change(reader.user_id, () =>
      Array.from({ length: SEARCHES_PER_READER }, (_, at) => ({ ...one, name: `Search ${at}` })),
    );
    await expect(save('One more', 'x')).rejects.toThrow('50 saved searches');
  });

  it('belong to their reader alone', async () => {
    const mine = await save('Mine', 'mine');
    const other = app.as(`other${count}`);
    expect((await other.call('listSearches')).items).toEqual([]);
    await expect(other.call('deleteSearch', { params: mine })).rejects.toThrow('no saved search');
  });

  it('are in any order that the reader sets', async () => {
    const saved = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) saved.push(await save(name, name));
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(saved, { minLength: saved.length }), async (wanted) => {
        const search_ids = wanted.map(({ search_id }) => search_id);
        const { items } = await reader.api.call('orderSearches', { body: { search_ids } });
        expect(items).toEqual(wanted);
        expect(await names()).toEqual(wanted.map(({ name }) => name));
      }),
    );
  });
});

describe('what saved searches find', () => {
  beforeEach(async () => {
    const item = (number: number, title: string) => ({ ...numberedItem(number), title });
    server.set('/news', {
      body: rss([
        ...Array.from({ length: 5 }, (_, at) => item(at + 1, `Climate report ${at}`)),
        item(11, 'Football'),
        item(12, '人工知能の研究'),
      ]),
    });
    await reader.follow(server.url('/news'));
    await app.settle();
  });

  const counts = async () =>
    (await reader.api.call('countSearches')).items.map(({ unread_count }) => unread_count);
  const markFound = (q: string) =>
    reader.api.call('markFound', { body: { q, as_of: app.now().toISOString(), tz: 'UTC' } });

  it('is counted unread, marked as read, and taken back', async () => {
    await save('Climate', 'climate');
    await save('人工知能', '人工知能');
    await save('None', 'volleyball');
    expect(await counts()).toEqual([5, 1, 0]);
    const { article_ids, remaining } = await markFound('climate');
    expect(article_ids).toHaveLength(5);
    expect(remaining).toBe(0);
    expect(await counts()).toEqual([0, 1, 0]);
    expect((await markFound('climate')).article_ids).toEqual([]);
    expect((await reader.titles({ filter: 'unread' })).toSorted()).toEqual(['Football', '人工知能の研究']);
    await reader.api.call('setReadOfMany', { body: { article_ids, is_read: false } });
    expect(await counts()).toEqual([5, 1, 0]);
  });

  it('counts and marks by the days of the time zone of the request', async () => {
    const date = new Date('2026-02-28T16:00:00.000Z').toUTCString();
    server.set('/late', { body: rss([{ ...numberedItem(99), title: 'Volleyball', date }]) });
    await reader.follow(server.url('/late'));
    await app.settle();
    const q = 'volleyball after:2026-03-01';
    await save('Volleyball', q);
    const countIn = async (tz: string) =>
      (await reader.api.call('countSearches', { query: { tz } })).items[0]?.unread_count;
    expect([await countIn('UTC'), await countIn('Asia/Tokyo')]).toEqual([0, 1]);
    const body = { q, as_of: app.now().toISOString() };
    const markIn = async (tz: string) =>
      (await reader.api.call('markFound', { body: { ...body, tz } })).article_ids.length;
    expect([await markIn('UTC'), await markIn('Asia/Tokyo')]).toEqual([0, 1]);
  });

  it('leaves unread what arrived after the reader looked', async () => {
    const as_of = new Date(app.now().getTime() - 60_000).toISOString();
    const { article_ids } = await reader.api.call('markFound', { body: { q: 'climate', as_of, tz: 'UTC' } });
    expect(article_ids).toEqual([]);
    expect(await counts()).toEqual([]);
  });
});
