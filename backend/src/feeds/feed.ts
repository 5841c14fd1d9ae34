import type { FeedErrorCode } from '../contract/index.ts';

/** What all readers share of a feed. Stays under 1 KB, so that a write of it costs one unit. */
export type Feed = {
  feed_id: string;
  url: string;
  title: string;
  site_url: string | null;
  etag: string | null;
  last_modified: string | null;
  /** First 16 hex digits of SHA-256 over the last document's bytes. */
  body_hash: string | null;
  fetch_status: 'active' | 'stopped';
  consecutive_errors: number;
  error_code: FeedErrorCode | null;
  error_message: string | null;
  /** Smallest interval any active subscriber asked for. */
  fetch_interval_minutes: number;
  /** Null while nobody follows the feed: it is off the schedule. */
  next_fetch_at: string | null;
  /** The message that holds or last held the claim. */
  claimed_by: string | null;
  last_fetched_at: string | null;
  /** When the feed last brought a new article. */
  feed_last_updated: string | null;
  created_at: string;
};

/** A feed's right to be fetched once: who claims it, what dispatch saw, and when it is due again. */
export type Claim = {
  feed_id: string;
  claimed_by: string;
  seen_next_fetch_at: string;
  now: string;
  next_fetch_at: string;
};

export type FeedStore = {
  /** Writes the feed unless one with this id exists; answers with the one that stands. */
  create: (feed: Feed) => Promise<Feed>;
  get: (feedId: string) => Promise<Feed | null>;
  getMany: (feedIds: string[]) => Promise<Feed[]>;
  /** Active feeds with `next_fetch_at <= now`, read eventually consistent. */
  listDue: (now: string) => Promise<Feed[]>;
  /** Every feed of the deployment, read eventually consistent. */
  listAll: () => Promise<Feed[]>;
  /** Takes the claim if next_fetch_at is still what was seen, or this message holds it already; null when lost. */
  claim: (claim: Claim) => Promise<Feed | null>;
  /** Changes the named attributes of an existing feed; null when there is none. */
  update: (feedId: string, changes: Partial<Omit<Feed, 'feed_id'>>) => Promise<Feed | null>;
};

/** One reader's place in a feed's fan-out; present exactly while the subscription is active. */
export type Subscriber = { feed_id: string; user_id: string; fetch_interval_minutes: number };

export type SubscriberStore = {
  put: (subscriber: Subscriber) => Promise<void>;
  delete: (feedId: string, userId: string) => Promise<void>;
  list: (feedId: string) => Promise<Subscriber[]>;
};
