import { describe, expect, it } from 'vitest';
import { createArrivalStore } from '../../../../src/storage/arrival-store.ts';
import { createProfileStore } from '../../../../src/storage/profile-store.ts';
import { createRuleStore } from '../../../../src/storage/rule-store.ts';
import { createSubscriberStore } from '../../../../src/storage/subscriber-store.ts';
import { createSubscriptionStore } from '../../../../src/storage/subscription-store.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';
import {
  sampleFeedId,
  sampleSubscription,
  sampleTime,
  uniqueUser,
} from '../../../harness/samples/storage-samples.ts';

/** The behaviour of this store that every engine must show. */
export const arrivalStoreContract = (table: () => TableClient): void => {
  describe('arrivals', () => {
    it('reads what the stores of profiles, subscriptions and rules do', async () => {
      const [profiles, subscriptions, rules] = [
        createProfileStore(table()),
        createSubscriptionStore(table()),
        createRuleStore(table()),
      ];
      const arrivals = createArrivalStore(table());
      const [user, feed_id] = [uniqueUser(), sampleFeedId(0x41)];
      const expected = async () => ({
        profile: await profiles.get(user),
        subscription: await subscriptions.get(user, feed_id),
        rules: await rules.get(user),
      });
      const terms = () => arrivals.getTerms(user, feed_id);
      expect(await terms()).toEqual({ profile: null, subscription: null, rules: { rules: [], asked: {} } });

      await subscriptions.create(sampleSubscription({ user_id: user, feed_id, folder: 'News' }));
      await rules.change(user, () => ({ rules: [], asked: { 'rule-1': sampleTime(3) } }));
      expect(await terms()).toEqual(await expected());
      await profiles.raiseKeywordsVersion(user, sampleTime(0));
      expect(await terms()).toEqual(await expected());
      expect(await terms()).toMatchObject({
        profile: { user_id: user, keywords_version: 1 },
        subscription: { folder: 'News' },
        rules: { asked: { 'rule-1': sampleTime(3) } },
      });
      await subscriptions.markLeaving(user, feed_id, 'job000000001', null);
      expect(await terms()).toMatchObject({ subscription: null });
    });

    it('tells the profile and whether the feed is followed', async () => {
      const [profiles, subscribers] = [createProfileStore(table()), createSubscriberStore(table())];
      const arrivals = createArrivalStore(table());
      const [user, feed_id] = [uniqueUser(), sampleFeedId(0x41)];
      expect(await arrivals.getChangeable(user, feed_id)).toEqual({ profile: null, is_followed: false });
      await subscribers.put({
        feed_id,
        user_id: user,
        fetch_interval_minutes: null,
        text_mode: 'auto',
        volume: 'normal',
        is_active: false,
      });
      expect(await arrivals.getChangeable(user, feed_id)).toEqual({ profile: null, is_followed: true });
      await profiles.raiseKeywordsVersion(user, sampleTime(0));
      const profile = await profiles.get(user);
      expect(await arrivals.getChangeable(user, feed_id)).toEqual({ profile, is_followed: true });
      expect(await arrivals.getChangeable(user, sampleFeedId(0x42))).toEqual({ profile, is_followed: false });
    });
  });
};
