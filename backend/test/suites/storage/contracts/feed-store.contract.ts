import { describe, expect, it } from 'vitest';
import { sampleFeed, sampleFeedId, sampleTime } from '../../../harness/samples/storage-samples.ts';
import type { Feed } from '../../../../src/model/feed/feed.ts';
import { createFeedStore, createSubscriberStore } from '../../../../src/storage/feed-store.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';

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

    it('lists some subscribers after an id, and says whether there are more', async () => {
      const subscribers = createSubscriberStore(table());
      const [feedId, other] = [sampleFeedId(0x32), sampleFeedId(0x33)];
      const common = {
        feed_id: feedId,
        fetch_interval_minutes: 30,
        text_mode: 'full' as const,
        volume: 'less' as const,
        keep_days: null,
        is_active: true,
      };
      for (const user_id of ['d', 'b', 'a', 'c']) await subscribers.put({ ...common, user_id });
      await subscribers.put({ ...common, feed_id: other, user_id: 'e' });
      const some = async (after: string | undefined, limit: number) => {
        const found = await subscribers.listSome(feedId, after, limit);
        return [found.subscribers.map(({ user_id }) => user_id).join(''), found.has_more];
      };
      expect(await some(undefined, 3)).toEqual(['abc', true]);
      expect(await some(undefined, 4)).toEqual(['abcd', false]);
      expect(await some('b', 1)).toEqual(['c', true]);
      expect(await some('bb', 9)).toEqual(['cd', false]);
      expect(await some('d', 9)).toEqual(['', false]);
      expect((await subscribers.listSome(feedId, 'c', 1)).subscribers).toEqual([{ ...common, user_id: 'd' }]);
    });
  });
};
