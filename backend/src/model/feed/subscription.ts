import { type TextMode, type Volume, comparePositions } from '../../contract/index.ts';
import type { Subscriber } from './feed.ts';

/** One reader's settings for a feed and the reader's unread count. */
export type Subscription = {
  user_id: string;
  feed_id: string;
  folder: string | null;
  /** The place within the folder, smaller ones first; null follows those, by title. */
  position: number | null;
  /** The reader's own title for the feed; with null, the feed's title is shown. */
  title: string | null;
  /**
   * The feed's title at the last listing of the reader's feeds; a list of articles uses it instead of reading feeds.
   */
  feed_title: string;
  /** Null if the reader chose no interval, so that it is automatic. */
  fetch_interval_minutes: number | null;
  text_mode: TextMode;
  volume: Volume;
  /** Days for which its articles stay, read or not; null as the reader's retention says. */
  keep_days: number | null;
  is_active: boolean;
  unread_count: number;
  /** The start time of the read behind the count. */
  counted_at: string;
  /** The `seq` of the reader's last mark at the time of the count; the count honours the marks up to it. */
  counted_seq: number;
  /** The time at which the first counted entry expires; from then on the count is too high. Null if none expires. */
  recount_at: string | null;
  /** Grows with each count that is stored. It starts with the time at which the feed was followed, in milliseconds. */
  count_version: number;
  last_read_at: string | null;
  /** Number of items that the feed knew when the reader began to follow it and that were not among the newest 50. */
  older_known: number;
  /** The feed's `over_limit_ever` when older items were last brought to the reader; null if they never were. */
  older_brought: number | null;
  created_at: string;
};

/** The count of a feed's unread entries, and what is known of it. */
type FeedCount = Pick<
  Subscription,
  'unread_count' | 'counted_at' | 'counted_seq' | 'recount_at' | 'count_version'
>;

/** Returns the subscriber that follows from a subscription. */
export const toSubscriber = (subscription: Subscription): Subscriber => ({
  feed_id: subscription.feed_id,
  user_id: subscription.user_id,
  fetch_interval_minutes: subscription.fetch_interval_minutes,
  text_mode: subscription.text_mode,
  volume: subscription.volume,
  keep_days: subscription.keep_days,
  is_active: subscription.is_active,
});

/** A subscription that the reader has ended; its job is still removing the feed from the reader's entries. */
export type LeavingSubscription = { feed_id: string; job_id: string };

/**
 * A reader's subscriptions. One that a job is leaving counts as gone everywhere but in `listAll`, `leavingJob` and
 * `endLeaving`:
 *
 *     create ─► followed ─── markLeaving ──► leaving ─── endLeaving ──► gone
 *                  │  ▲                         │
 *                  │  └───────── create ────────┘
 *                  └──────────── delete ───────────────────────────────► gone
 */
export type SubscriptionStore = {
  /** Stores the subscription; returns false if the reader already has it. It replaces one that a job is leaving. */
  create: (subscription: Subscription) => Promise<boolean>;
  get: (userId: string, feedId: string) => Promise<Subscription | null>;
  /** `list` and `listAll` return arrays that are shared: callers must not change them. */
  list: (userId: string) => Promise<readonly Subscription[]>;
  /** Returns the subscriptions, and apart from them those that a job is leaving. */
  listAll: (
    userId: string,
  ) => Promise<{ followed: readonly Subscription[]; leaving: readonly LeavingSubscription[] }>;
  /**
   * Hands the subscription over to the job that leaves it. `former` is the job that has it already, null if the reader
   * follows the feed. Returns false and changes nothing if that is no longer so.
   */
  markLeaving: (userId: string, feedId: string, jobId: string, former: string | null) => Promise<boolean>;
  /** Returns the id of the job that leaves the subscription; null if none does. */
  leavingJob: (userId: string, feedId: string) => Promise<string | null>;
  /** Deletes the subscription unless another job leaves it or the reader follows the feed again. */
  endLeaving: (userId: string, feedId: string, jobId: string) => Promise<void>;
  /** Changes the given fields; returns null if there is no such subscription. */
  update: (
    userId: string,
    feedId: string,
    changes: Partial<
      Pick<
        Subscription,
        | 'folder'
        | 'position'
        | 'title'
        | 'feed_title'
        | 'fetch_interval_minutes'
        | 'text_mode'
        | 'volume'
        | 'keep_days'
        | 'is_active'
        | 'last_read_at'
        | 'older_known'
        | 'older_brought'
      >
    >,
  ) => Promise<Subscription | null>;
  /** Moves the subscription to another folder. Returns false if it is no longer in the folder `from`. */
  setFolder: (userId: string, feedId: string, from: string | null, to: string | null) => Promise<boolean>;
  /**
   * Stores a count, and the time of the last read if given. `count_version` is that of the subscription as it was read
   * before the entries were counted. Returns null and changes nothing if the subscription no longer exists, or if another
   * count was stored since.
   */
  setCount: (
    userId: string,
    feedId: string,
    count: FeedCount,
    lastReadAt?: string | null,
  ) => Promise<Subscription | null>;
  /** Deletes the subscription; returns false if the reader did not follow the feed. */
  delete: (userId: string, feedId: string) => Promise<boolean>;
  /**
   * Takes one of the reader's places for subscriptions, of which there are `limit`; returns false if none is free. Of
   * several calls at once, only as many succeed as places are free.
   */
  claimPlace: (userId: string, limit: number, now: string) => Promise<boolean>;
  releasePlace: (userId: string) => Promise<void>;
  /**
   * Counts the subscriptions again, unless a place was claimed after `before`: then its subscription may be about to be
   * written. A place stays taken if its claim was cut off before that.
   */
  recountPlaces: (userId: string, before: string) => Promise<void>;
};

/** Returns the title that a reader sees: the reader's own title for the feed, otherwise the feed's. */
export const shownTitle = ({ title, feed_title }: Pick<Subscription, 'title' | 'feed_title'>): string =>
  title ?? feed_title;

/** Returns the title under which a copy of an article is kept: '' if the reader does not follow its feed. */
export const keptTitle = (subscription: Pick<Subscription, 'title' | 'feed_title'> | null): string =>
  subscription === null ? '' : shownTitle(subscription);

/** The stored position of a reader's folder. The folder itself exists as long as feeds name it, with or without one. */
type FolderPlace = { user_id: string; name: string; position: number };

export type FolderStore = {
  /** Returns the positions of a reader's folders by name. There may be some of folders that no feed is in. */
  positions: (userId: string) => Promise<Map<string, number>>;
  put: (place: FolderPlace) => Promise<void>;
  delete: (userId: string, name: string) => Promise<void>;
};

type Placed = { position: number | null; name: string };

/** Compares in the reader's order: by position, then by name. What has no position follows. */
export const byPosition = (a: Placed, b: Placed): number =>
  comparePositions(a, b) || a.name.localeCompare(b.name);
