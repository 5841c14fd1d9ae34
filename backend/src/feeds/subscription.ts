/** What one reader has of a feed: place, name, pace and counted unread. */
export type Subscription = {
  user_id: string;
  feed_id: string;
  folder: string | null;
  /** The reader's own name for the feed; null shows the feed's title. */
  title: string | null;
  /** The feed's title as it was when the reader's feeds were last listed, so that a list of articles reads no feeds. */
  feed_title: string;
  fetch_interval_minutes: number;
  is_active: boolean;
  unread_count: number;
  /** When the read began that counted; a count never replaces a later one. */
  counted_at: string;
  /** The `seq` of the reader's last mark when it was counted: the count honours those up to it. */
  counted_seq: number;
  /** When the first of what was counted expires: from then on the count is too high. Null where nothing will. */
  recount_at: string | null;
  last_read_at: string | null;
  created_at: string;
};

export type SubscriptionStore = {
  /** False if the reader has this subscription already. */
  create: (subscription: Subscription) => Promise<boolean>;
  get: (userId: string, feedId: string) => Promise<Subscription | null>;
  list: (userId: string) => Promise<Subscription[]>;
  /** Null when there is none. */
  update: (
    userId: string,
    feedId: string,
    changes: Partial<
      Pick<
        Subscription,
        'folder' | 'title' | 'feed_title' | 'fetch_interval_minutes' | 'is_active' | 'last_read_at'
      >
    >,
  ) => Promise<Subscription | null>;
  /**
   * Stores a count, and when the reader last read if that is given. Null where the subscription is gone or a later count
   * stands, which stays.
   */
  setCount: (
    userId: string,
    feedId: string,
    count: Pick<Subscription, 'unread_count' | 'counted_at' | 'counted_seq' | 'recount_at'>,
    lastReadAt?: string,
  ) => Promise<Subscription | null>;
  delete: (userId: string, feedId: string) => Promise<void>;
};
