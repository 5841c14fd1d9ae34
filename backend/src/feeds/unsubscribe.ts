import { leaveFeed, type LeaveContext } from '../delivery/leave-feed.ts';
import type { CountUnread } from '../model/feed/subscription.ts';
import { keepOnSchedule, type ScheduleContext } from '../refresh/schedule.ts';
import { feedUnknown } from '../model/feed/errors.ts';

export type UnsubscribeDeps = ScheduleContext &
  LeaveContext & {
    countUnread: CountUnread;
  };

/** Unsubscribes a reader from a feed; `replacementFeedId` is a feed that takes over the reader's entries from it. */
export type Unsubscribe = (userId: string, feedId: string, replacementFeedId?: string) => Promise<void>;

/**
 * Creates the function that removes a feed from one reader's lists, in this order, so that a call that was interrupted
 * can be repeated:
 *
 * 1. Delete the subscriber: no new articles arrive.
 * 2. Remove the feed from the entries.
 * 3. Take the feed off the schedule if nobody else follows it.
 * 4. Count the unread entries of the feeds that took over entries.
 * 5. Delete the subscription.
 *
 * Throws NOT_FOUND.
 */
export const createUnsubscribe =
  (deps: UnsubscribeDeps): Unsubscribe =>
  async (userId, feedId, replacementFeedId) => {
    const { subscriptions, subscribers, countUnread } = deps;
    if ((await subscriptions.get(userId, feedId)) === null) throw feedUnknown();
    const isBegun = (await subscribers.get(feedId, userId)) === null;
    await subscribers.delete(feedId, userId);

    const found = await leaveFeed(deps, userId, feedId, replacementFeedId);

    await keepOnSchedule(deps, feedId);

    // An interrupted earlier call may have moved entries without counting them.
    const followed = (await subscriptions.list(userId)).map(({ feed_id }) => feed_id);
    const owners = isBegun ? followed.filter((id) => id !== feedId) : found;
    for (const owner of owners) {
      // If the reader unsubscribed from this feed at the same time, that call may have run before these entries
      // arrived.
      if ((await subscribers.get(owner, userId)) === null) await leaveFeed(deps, userId, owner);
      await countUnread(userId, owner);
    }

    if (await subscriptions.delete(userId, feedId)) await subscriptions.releasePlace(userId);
  };
