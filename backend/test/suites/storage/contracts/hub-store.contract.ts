import { describe, expect, it } from 'vitest';
import { sampleFeed, sampleFeedId, sampleTime } from '../../../harness/samples/storage-samples.ts';
import type { Push } from '../../../../src/model/feed/hub.ts';
import { createFeedStore } from '../../../../src/storage/feed-store.ts';
import { createHubStore } from '../../../../src/storage/hub-store.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';

const push = (changes: Partial<Push> = {}): Push => ({
  id: 'abcdefghijkl_nopqrst-v',
  of: '0123abcd',
  until: null,
  ask_at: sampleTime(1),
  ...changes,
});

/** The behaviour of this store that every engine must show, and that of what feeds know of it. */
export const hubStoreContract = (table: () => TableClient): void => {
  describe('subscriptions at hubs', () => {
    it('are found by their id, and changed where they are', async () => {
      const hubs = createHubStore(table());
      const now = new Date(sampleTime(0));
      const subscription = {
        id: push().id,
        feed_id: sampleFeedId(1),
        hub_url: 'https://hub.example/',
        topic_url: 'https://site.example/feed',
        secret: 'secret',
        asked: null,
        tries: 0,
        signs_better: false,
      };
      await hubs.create(subscription, now);
      expect(await hubs.get(subscription.id)).toEqual(subscription);
      const changes = {
        asked: { mode: 'subscribe' as const, at: sampleTime(1) },
        tries: 3,
        signs_better: true,
      };
      await hubs.update(subscription.id, changes, now);
      expect(await hubs.get(subscription.id)).toEqual({ ...subscription, ...changes });
      await hubs.update('nobody', { tries: 1 }, now);
      expect(await hubs.get('nobody')).toBeNull();
    });

    it('are changed with a feed only while it has the one that the caller saw', async () => {
      const feeds = createFeedStore(table());
      const feed_id = 'f000000000000031';
      await feeds.create(sampleFeed({ feed_id }));
      const change = (seen: Push | null, next: Push | null) =>
        feeds.updateIfPushIs(feed_id, seen, { push: next });
      const held = push({ until: sampleTime(100) });
      expect((await change(null, push()))?.push).toEqual(push());
      expect(await change(null, held)).toBeNull();
      expect(await change(held, null)).toBeNull();
      expect((await change(push(), held))?.push).toEqual(held);
      expect((await feeds.get(feed_id))?.push).toEqual(held);
      expect((await change(held, null))?.push).toBeNull();
    });
  });
};
