import type { FeedChanges } from '../contract/index.ts';
import { keepOnSchedule } from '../refresh/schedule.ts';
import type { Unsubscribe } from './unsubscribe.ts';
import { feedUnknown } from '../model/feed/errors.ts';
import { AlreadySubscribedError, subscribe, type SubscribeContext } from './subscribe.ts';

export type ChangeFeedDeps = SubscribeContext & {
  /** Has the reader's articles scored again. */
  rescore: (userId: string) => Promise<void>;
  unsubscribe: Unsubscribe;
};

/**
 * Changes a reader's settings for a feed. With a `url`, the subscription moves to the feed at that address. Returns the
 * id of the feed that the reader follows then. Throws NOT_FOUND and, with a `url`, the errors of subscribing.
 */
export type ChangeFeed = (userId: string, feedId: string, changes: FeedChanges) => Promise<string>;

export const createChangeFeed =
  (deps: ChangeFeedDeps): ChangeFeed =>
  async (userId, feedId, { url, ...changes }) => {
    if (url === undefined) {
      await changeSettings(deps, userId, feedId, changes);
      return feedId;
    }
    // Leave the old feed last, so that a repeated call completes one that was interrupted.
    const target = await followInstead(deps, userId, feedId, url);
    await changeSettings(deps, userId, target, changes);
    if (target !== feedId) await deps.unsubscribe(userId, feedId, target);
    return target;
  };

const changeSettings = async (
  deps: ChangeFeedDeps,
  user_id: string,
  feed_id: string,
  { folder, position, title, fetch_interval_minutes, text_mode, volume, is_active }: FeedChanges,
): Promise<void> => {
  const changed = await deps.subscriptions.update(user_id, feed_id, {
    ...(folder === undefined ? {} : { folder }),
    ...(position === undefined ? {} : { position }),
    ...(title === undefined ? {} : { title }),
    ...(fetch_interval_minutes === undefined ? {} : { fetch_interval_minutes }),
    ...(text_mode === undefined ? {} : { text_mode }),
    ...(volume === undefined ? {} : { volume }),
    ...(is_active === undefined ? {} : { is_active }),
  });
  if (changed === null) throw feedUnknown();
  if ([fetch_interval_minutes, text_mode, volume, is_active].every((each) => each === undefined)) return;
  await deps.subscribers.put({
    feed_id,
    user_id,
    fetch_interval_minutes: changed.fetch_interval_minutes,
    text_mode: changed.text_mode,
    volume: changed.volume,
    is_active: changed.is_active,
  });
  await keepOnSchedule(deps, feed_id);
  // This is done even if the value did not change: the call that set it may have been interrupted here.
  if (volume !== undefined) await deps.rescore(user_id);
};

/** Follows the feed at this address with the settings of the feed that it replaces. Returns the id of the new feed. */
const followInstead = async (
  deps: ChangeFeedDeps,
  userId: string,
  feedId: string,
  url: string,
): Promise<string> => {
  const subscription = await deps.subscriptions.get(userId, feedId);
  if (subscription === null) throw feedUnknown();
  try {
    const { feed } = await subscribe(deps, userId, url, subscription, feedId);
    return feed.feed_id;
  } catch (error) {
    if (error instanceof AlreadySubscribedError) return error.details.feed_id;
    throw error;
  }
};
