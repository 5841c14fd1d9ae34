import { describe, expect, it } from 'vitest';
import {
  sampleFeedId,
  sampleSubscription,
  sampleTime,
  uniqueUser,
} from '../../../harness/samples/storage-samples.ts';
import { createSubscriptionStore } from '../../../../src/storage/subscription-store.ts';
import { newSubscription } from '../../../../src/model/feed/followed-feed.ts';
import { setting } from '../../../../src/storage/table/queries.ts';
import { subscriptionKey } from '../../../../src/storage/table/keys.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';

/** The behaviour of this store that every engine must show. */
export const subscriptionStoreContract = (table: () => TableClient): void => {
  describe('subscriptions', () => {
    it('creates once, updates, lists and deletes', async () => {
      const subscriptions = createSubscriptionStore(table());
      const user_id = uniqueUser();
      const first = sampleSubscription({ user_id, folder: 'News' });
      expect(await subscriptions.create(first)).toBe(true);
      expect(await subscriptions.create({ ...first, folder: null })).toBe(false);
      const changed = await subscriptions.update(user_id, first.feed_id, {
        folder: null,
        is_active: false,
      });
      expect(changed).toEqual({ ...first, folder: null, is_active: false });
      expect(await subscriptions.list(user_id)).toEqual([changed]);
      expect(await subscriptions.update(user_id, sampleFeedId(99), { title: 'x' })).toBeNull();
      await subscriptions.delete(user_id, first.feed_id);
      expect(await subscriptions.get(user_id, first.feed_id)).toBeNull();
    });

    it('is moved only from the folder that it is in', async () => {
      const subscriptions = createSubscriptionStore(table());
      const user_id = uniqueUser();
      const { feed_id } = sampleSubscription();
      const move = (from: string | null, to: string | null) =>
        subscriptions.setFolder(user_id, feed_id, from, to);
      expect(await move(null, 'News')).toBe(false);
      await subscriptions.create(sampleSubscription({ user_id, position: 4 }));
      expect(await move('Art', 'News')).toBe(false);
      expect(await move(null, 'News')).toBe(true);
      expect(await move(null, 'Art')).toBe(false);
      expect(await subscriptions.get(user_id, feed_id)).toMatchObject({ folder: 'News', position: 4 });
      expect(await move('News', null)).toBe(true);
      expect(await subscriptions.get(user_id, feed_id)).toMatchObject({ folder: null });
    });

    it('hides a subscription that a job is leaving, until the reader follows the feed again', async () => {
      const subscriptions = createSubscriptionStore(table());
      const user_id = uniqueUser();
      const wanted = sampleSubscription({ user_id });
      const { feed_id } = wanted;
      await subscriptions.create(wanted);
      const kept = sampleSubscription({ user_id, feed_id: sampleFeedId(7) });
      await subscriptions.create(kept);
      expect(await subscriptions.leavingJob(user_id, feed_id)).toBeNull();
      expect(await subscriptions.markLeaving(user_id, feed_id, 'job00001', null)).toBe(true);
      expect(await subscriptions.markLeaving(user_id, feed_id, 'job00002', null)).toBe(false);
      expect(await subscriptions.markLeaving(user_id, sampleFeedId(99), 'job00002', null)).toBe(false);
      expect(await subscriptions.leavingJob(user_id, feed_id)).toBe('job00001');
      expect(await subscriptions.get(user_id, feed_id)).toBeNull();
      expect(await subscriptions.list(user_id)).toEqual([kept]);
      const leaving = (job_id: string) => ({ followed: [kept], leaving: [{ feed_id, job_id }] });
      expect(await subscriptions.listAll(user_id)).toEqual(leaving('job00001'));
      expect(await subscriptions.update(user_id, feed_id, { title: 'x' })).toBeNull();
      const { count_version } = kept;
      const count = {
        unread_count: 3,
        counted_at: sampleTime(9),
        counted_seq: 0,
        recount_at: null,
        count_version,
      };
      expect(await subscriptions.setCount(user_id, feed_id, count, sampleTime(9))).toBeNull();
      expect(await subscriptions.markLeaving(user_id, feed_id, 'job00003', 'job00002')).toBe(false);
      expect(await subscriptions.markLeaving(user_id, feed_id, 'job00003', 'job00001')).toBe(true);
      await subscriptions.endLeaving(user_id, feed_id, 'job00001');
      expect(await subscriptions.listAll(user_id)).toEqual(leaving('job00003'));

      expect(await subscriptions.create({ ...wanted, folder: 'Again' })).toBe(true);
      expect(await subscriptions.get(user_id, feed_id)).toEqual({ ...wanted, folder: 'Again' });
      await subscriptions.endLeaving(user_id, feed_id, 'job00003');
      expect(await subscriptions.get(user_id, feed_id)).not.toBeNull();
      await subscriptions.markLeaving(user_id, feed_id, 'job00004', null);
      await subscriptions.endLeaving(user_id, feed_id, 'job00004');
      expect(await subscriptions.listAll(user_id)).toEqual({ followed: [kept], leaving: [] });
    });

    it('keeps a chosen interval, and reads the former default of 60 minutes as automatic', async () => {
      const subscriptions = createSubscriptionStore(table());
      const user_id = uniqueUser();
      const { feed_id } = sampleSubscription();
      await subscriptions.create(sampleSubscription({ user_id, fetch_interval_minutes: null }));
      const choose = (fetch_interval_minutes: number | null) =>
        subscriptions.update(user_id, feed_id, { fetch_interval_minutes });
      const former = (minutes: number) =>
        table().update(subscriptionKey(user_id, feed_id), setting({ fetch_interval_minutes: minutes }));
      const stored = async () => (await subscriptions.get(user_id, feed_id))?.fetch_interval_minutes;
      expect(await stored()).toBeNull();
      await former(60);
      expect(await stored()).toBeNull();
      await former(30);
      expect(await stored()).toBe(30);
      expect(await choose(60)).toMatchObject({ fetch_interval_minutes: 60 });
      expect(await stored()).toBe(60);
      expect(await choose(null)).toMatchObject({ fetch_interval_minutes: null });
      expect(await stored()).toBeNull();
    });

    it('gives out as many places as there are, and counts them again without those being left', async () => {
      const subscriptions = createSubscriptionStore(table());
      const user_id = uniqueUser();
      const { feed_id } = sampleSubscription();
      await subscriptions.create(sampleSubscription({ user_id }));
      const claim = () => subscriptions.claimPlace(user_id, 3, sampleTime(1));
      const claims = await Promise.all([claim(), claim(), claim(), claim()]);
      expect(claims.filter(Boolean)).toHaveLength(2);
      await subscriptions.recountPlaces(user_id, sampleTime(0));
      expect(await claim()).toBe(false);
      await subscriptions.markLeaving(user_id, feed_id, 'job00001', null);
      await subscriptions.recountPlaces(user_id, sampleTime(1));
      expect([await claim(), await claim(), await claim(), await claim()]).toEqual([true, true, true, false]);
      await subscriptions.releasePlace(user_id);
      expect(await claim()).toBe(true);
      expect(await subscriptions.delete(user_id, feed_id)).toBe(false);
    });

    it('never replaces a count that was stored since, whatever the clocks say, nor one of a deleted subscription', async () => {
      const subscriptions = createSubscriptionStore(table());
      const user_id = uniqueUser();
      const { feed_id } = sampleSubscription();
      await subscriptions.create(sampleSubscription({ user_id }));
      const counted = (unread_count: number, at: number, count_version: number) => ({
        unread_count,
        counted_at: sampleTime(at),
        counted_seq: 1,
        recount_at: null,
        count_version,
      });
      const first = await subscriptions.setCount(user_id, feed_id, counted(5, 2, 0), sampleTime(1));
      expect(first).toMatchObject({ unread_count: 5, count_version: 1 });
      expect(await subscriptions.setCount(user_id, feed_id, counted(9, 3, 0))).toBeNull();
      const stored = await subscriptions.get(user_id, feed_id);
      expect(stored).toMatchObject({ ...counted(5, 2, 1), last_read_at: sampleTime(1) });
      expect(await subscriptions.setCount(user_id, feed_id, counted(4, 0, 1))).toMatchObject(
        counted(4, 0, 2),
      );
      await subscriptions.delete(user_id, feed_id);
      expect(await subscriptions.setCount(user_id, feed_id, counted(1, 3, 2))).toBeNull();
      expect(await subscriptions.get(user_id, feed_id)).toBeNull();
    });

    it('refuses a count of a former subscription to the same feed', async () => {
      const subscriptions = createSubscriptionStore(table());
      const known = { user_id: uniqueUser(), feed_id: sampleFeedId(1), feed_title: 'A feed' };
      const [former, latter] = [1, 2].map((at) => newSubscription({ ...known, created_at: sampleTime(at) }));
      const count = ({ count_version } = former!) => ({
        unread_count: 3,
        counted_at: sampleTime(3),
        counted_seq: 0,
        recount_at: null,
        count_version,
      });
      await subscriptions.create(former!);
      await subscriptions.delete(known.user_id, known.feed_id);
      await subscriptions.create(latter!);
      expect(await subscriptions.setCount(known.user_id, known.feed_id, count(former))).toBeNull();
      expect(await subscriptions.setCount(known.user_id, known.feed_id, count(latter))).not.toBeNull();
    });
  });
};
