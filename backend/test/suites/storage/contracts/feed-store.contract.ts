import { describe, expect, it } from 'vitest';
import { sampleFeed, sampleFeedId, sampleTime } from '../../../harness/samples/storage-samples.ts';
import pMap from 'p-map';
import type { Feed, SubscriberRange } from '../../../../src/model/feed/feed.ts';
import { createFeedStore } from '../../../../src/storage/feed-store.ts';
import { createSubscriberStore } from '../../../../src/storage/subscriber-store.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';

const subscriberOf = (feed_id: string, user_id: string) => ({
  feed_id,
  user_id,
  fetch_interval_minutes: 30,
  text_mode: 'full' as const,
  volume: 'less' as const,
  keep_days: null,
  is_active: true,
});

/** The behaviour of this store that every engine must show. */
export const feedStoreContract = (table: () => TableClient): void => {
  describe('feeds', () => {
    it('creates once, then returns the existing one', async () => {
      const feeds = createFeedStore(table());
      const feed = sampleFeed({ feed_id: sampleFeedId(1) });
      expect(await feeds.create(feed)).toEqual(feed);
      expect(await feeds.create({ ...feed, title: 'Another' })).toEqual(feed);
      expect(await feeds.get(feed.feed_id)).toEqual(feed);
      expect(await feeds.get(sampleFeedId(2))).toBeNull();
    });

    it('lists active feeds that are due', async () => {
      const feeds = createFeedStore(table());
      const due = sampleFeed({ feed_id: 'd000000000000001', next_fetch_at: sampleTime(10) });
      const later = sampleFeed({ feed_id: 'd000000000000002', next_fetch_at: sampleTime(11) });
      const off = sampleFeed({ feed_id: 'e000000000000003', next_fetch_at: null });
      const stopped = sampleFeed({
        feed_id: 'd000000000000004',
        fetch_status: 'stopped',
        next_fetch_at: sampleTime(1),
      });
      for (const feed of [due, later, off, stopped]) await feeds.create(feed);
      const ids = (await feeds.listDue(sampleTime(10))).map(({ feed_id }) => feed_id);
      expect(ids).toContain(due.feed_id);
      for (const feed of [later, off, stopped]) expect(ids).not.toContain(feed.feed_id);
      const all = (await feeds.listAll()).map(({ feed_id }) => feed_id);
      for (const feed of [due, later, off, stopped]) expect(all).toContain(feed.feed_id);
    });

    it('gives a claim to one message only, and again to the same one', async () => {
      const feeds = createFeedStore(table());
      const feed = sampleFeed({ feed_id: sampleFeedId(5), next_fetch_at: sampleTime(0) });
      await feeds.create(feed);
      const claim = {
        feed_id: feed.feed_id,
        claimed_by: 'message-1',
        seen_next_fetch_at: sampleTime(0),
        now: sampleTime(1),
        next_fetch_at: sampleTime(61),
      };
      const claimed = await feeds.claim(claim);
      expect(claimed).toEqual({
        ...feed,
        claimed_by: 'message-1',
        next_fetch_at: sampleTime(61),
        last_fetched_at: sampleTime(1),
      });
      expect(await feeds.claim({ ...claim, claimed_by: 'message-2' })).toBeNull();
      expect(await feeds.claim(claim)).not.toBeNull();
      expect(await feeds.claim({ ...claim, feed_id: sampleFeedId(6) })).toBeNull();
      expect(await feeds.get(sampleFeedId(6))).toBeNull();
    });

    it('changes a feed only while it is due at the time that the caller saw', async () => {
      const feeds = createFeedStore(table());
      const feed = sampleFeed({ feed_id: 'e000000000000017', next_fetch_at: null });
      await feeds.create(feed);
      const change = (seen: string | null, next_fetch_at: string | null) =>
        feeds.updateIfDueAt(feed.feed_id, seen, { next_fetch_at });
      expect(await change(sampleTime(1), sampleTime(2))).toBeNull();
      expect(await change(null, sampleTime(2))).toMatchObject({ next_fetch_at: sampleTime(2) });
      expect(await change(null, sampleTime(3))).toBeNull();
      expect(await change(sampleTime(2), sampleTime(3))).toMatchObject({ next_fetch_at: sampleTime(3) });
      expect(await feeds.updateIfDueAt('e000000000000018', null, { title: 'none' })).toBeNull();
    });

    it('keeps as much of a description as keeps the feed under 1 KB', async () => {
      const feeds = createFeedStore(table());
      const feed = sampleFeed({ feed_id: sampleFeedId(0x77) });
      await feeds.create(feed);
      const stored = async (changes: Partial<Feed>) => {
        await feeds.update(feed.feed_id, {
          title: 'T',
          site_url: null,
          etag: null,
          last_modified: null,
          ...changes,
        });
        return (await feeds.get(feed.feed_id))?.description;
      };
      expect(await stored({ description: 'Short.' })).toBe('Short.');
      const long = '長い'.repeat(100);
      expect(Buffer.byteLength((await stored({ description: long })) ?? '')).toBeLessThanOrEqual(200);
      expect(await stored({ description: long })).toMatch(/^(長い)+長?…$/);
      const full = { title: 'x'.repeat(140), etag: 'x'.repeat(100), last_modified: 'x'.repeat(100) };
      expect(await stored({ description: long, ...full })).toBeNull();
      expect(await stored({ description: null })).toBeNull();
    });

    it('updates, restores null, and cuts what is too long', async () => {
      const feeds = createFeedStore(table());
      const feed = sampleFeed({ feed_id: sampleFeedId(7) });
      await feeds.create(feed);
      const failed = await feeds.update(feed.feed_id, {
        consecutive_errors: 1,
        error_code: 'timed_out',
        error_message: '遅い'.repeat(100),
        etag: `"${'x'.repeat(200)}"`,
        next_fetch_at: null,
      });
      expect(failed?.error_message?.startsWith('遅い遅い')).toBe(true);
      expect(Buffer.byteLength(failed?.error_message ?? '')).toBeLessThanOrEqual(120);
      expect(failed).toMatchObject({ etag: null, next_fetch_at: null, consecutive_errors: 1 });
      expect(await feeds.update(feed.feed_id, {})).toEqual(failed);
      expect(await feeds.update(sampleFeedId(8), { title: 'x' })).toBeNull();
    });

    it('gets many by id, with missing and repeated ids', async () => {
      const feeds = createFeedStore(table());
      const ids = Array.from({ length: 120 }, (_, at) => sampleFeedId(0x1000 + at));
      await Promise.all(ids.map((feed_id) => feeds.create(sampleFeed({ feed_id }))));
      const found = await feeds.getMany([...ids, ...ids.slice(0, 3), sampleFeedId(0x2000)]);
      expect(found.map(({ feed_id }) => feed_id).toSorted()).toEqual(ids.toSorted());
      expect(await feeds.getMany([])).toEqual([]);
    });

    it('keeps subscribers apart by feed', async () => {
      const subscribers = createSubscriberStore(table());
      const [feedId, other] = [sampleFeedId(0x30), sampleFeedId(0x31)];
      const first = {
        feed_id: feedId,
        user_id: 'a',
        fetch_interval_minutes: 30,
        text_mode: 'full' as const,
        volume: 'less' as const,
        keep_days: 30,
        is_active: true,
      };
      await subscribers.put(first);
      await subscribers.put({ ...first, user_id: 'b', fetch_interval_minutes: 60 });
      await subscribers.put({ ...first, feed_id: other });
      await subscribers.delete(feedId, 'b');
      expect(await subscribers.list(feedId)).toEqual([first]);
    });

    it('lists some subscribers of a range, and says whether it has more', async () => {
      const subscribers = createSubscriberStore(table());
      const [feedId, other] = [sampleFeedId(0x32), sampleFeedId(0x33)];
      for (const user_id of ['d', 'b', 'a', 'c']) await subscribers.put(subscriberOf(feedId, user_id));
      await subscribers.put(subscriberOf(other, 'e'));
      const some = async (range: SubscriberRange, limit: number) => {
        const found = await subscribers.listSome(feedId, range, limit);
        return [found.subscribers.map(({ user_id }) => user_id).join(''), found.has_more];
      };
      expect(await some({}, 3)).toEqual(['abc', true]);
      expect(await some({}, 4)).toEqual(['abcd', false]);
      expect(await some({ after: 'b' }, 1)).toEqual(['c', true]);
      expect(await some({ after: 'bb' }, 9)).toEqual(['cd', false]);
      expect(await some({ after: 'd' }, 9)).toEqual(['', false]);
      expect(await some({ until: 'b' }, 2)).toEqual(['ab', false]);
      expect(await some({ until: 'b' }, 1)).toEqual(['a', true]);
      expect(await some({ after: 'a', until: 'bb' }, 9)).toEqual(['b', false]);
      expect(await some({ after: 'b', until: 'b' }, 9)).toEqual(['', false]);
      expect((await subscribers.listSome(feedId, { after: 'c' }, 1)).subscribers).toEqual([
        subscriberOf(feedId, 'd'),
      ]);
    });

    it('cuts a range into parts of one size, the last one with the rest', async () => {
      const subscribers = createSubscriberStore(table());
      const feedId = sampleFeedId(0x34);
      for (const user_id of 'gfedcba') await subscribers.put(subscriberOf(feedId, user_id));
      const cuts = async (range: SubscriberRange, size: number, most = 9) =>
        (await subscribers.listCuts(feedId, range, { size, most })).join('');
      expect(await cuts({}, 3)).toBe('cf');
      expect(await cuts({}, 2)).toBe('bdf');
      expect(await cuts({}, 2, 2)).toBe('bd');
      expect(await cuts({}, 6)).toBe('f');
      expect(await cuts({}, 7)).toBe('');
      expect(await cuts({ after: 'bb', until: 'f' }, 2)).toBe('d');
      expect(await cuts({ after: 'bb', until: 'e' }, 1)).toBe('cd');
      expect(await cuts({ after: 'g' }, 1)).toBe('');
      expect(await subscribers.listCuts(sampleFeedId(0x35), {}, { size: 1, most: 9 })).toEqual([]);
    });

    it('sorts ids by their UTF-8 bytes, also those beyond U+FFFF', async () => {
      const subscribers = createSubscriberStore(table());
      const feedId = sampleFeedId(0x36);
      const ids = ['a', '\u{ff5e}', '\u{1f600}'];
      for (const user_id of ids) await subscribers.put(subscriberOf(feedId, user_id));
      const { subscribers: upTo } = await subscribers.listSome(feedId, { until: ids[1] }, 9);
      expect(upTo.map(({ user_id }) => user_id)).toEqual(['a', ids[1]]);
      expect(await subscribers.listCuts(feedId, {}, { size: 1, most: 9 })).toEqual(['a', ids[1]]);
      expect(await subscribers.listCuts(feedId, { until: ids[1] }, { size: 1, most: 9 })).toEqual(['a']);
    });

    it('cuts a range that the table answers in several pages', { tags: ['long'] }, async () => {
      const subscribers = createSubscriberStore(table());
      const feedId = sampleFeedId(0x37);
      // 2,500 of them have more than 2 MB, and a page of a query has 1 MB.
      const ids = Array.from({ length: 2500 }, (_, at) => `${String(at).padStart(5, '0')}${'x'.repeat(900)}`);
      await pMap(ids, (user_id) => subscribers.put(subscriberOf(feedId, user_id)), { concurrency: 16 });
      const cuts = await subscribers.listCuts(feedId, {}, { size: 400, most: 99 });
      expect(cuts).toEqual([399, 799, 1199, 1599, 1999, 2399].map((at) => ids[at]));
    });
  });
};
