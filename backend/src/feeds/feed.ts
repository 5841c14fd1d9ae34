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
  /** The last fetch that went well before those that failed; null while the last one did. */
  last_success_at: string | null;
  /** When the feed last brought a new article. */
  feed_last_updated: string | null;
  /** What its document said when it last changed, by the dates of its items. */
  articles_per_week: number | null;
  /** Items of its last document that could not be read or stored. */
  unprocessable_items: number;
  /** The pace its publisher asks for: RSS ttl, sy:updatePeriod or Cache-Control max-age, the longest of them. */
  publisher_ttl_minutes: number | null;
  /** Hours of the day (UTC) in which its publisher wants no requests. */
  skip_hours: number[] | null;
  /** Where permanent redirects lead, and how many times in a row they did; the third time the feed moves there. */
  moved_to: string | null;
  moved_times: number;
  /** First 8 hex digits of SHA-256 over the icon's bytes; null while there is none. */
  icon_hash: string | null;
  /** Days since 1970 on which the icon was last looked for; null before the first time. */
  icon_checked_day: number | null;
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
  /** Writes the feed unless one has this id, or its id leads to one; answers with the one that stands. */
  create: (feed: Feed) => Promise<Feed>;
  get: (feedId: string) => Promise<Feed | null>;
  getMany: (feedIds: string[]) => Promise<Feed[]>;
  /** Active feeds with `next_fetch_at <= now`, read eventually consistent. */
  listDue: (now: string) => Promise<Feed[]>;
  /** Every feed of the deployment, read eventually consistent. */
  listAll: () => Promise<Feed[]>;
  /** Takes the claim if next_fetch_at is still what was seen, or this message holds it already; null when lost. */
  claim: (claim: Claim) => Promise<Feed | null>;
  /** Lets an address's id lead to a feed that moved there, unless a feed of its own has it. */
  putAlias: (feedId: string, aliasOf: string) => Promise<void>;
  /** Changes the named attributes of an existing feed; null when there is none. */
  update: (feedId: string, changes: Partial<Omit<Feed, 'feed_id'>>) => Promise<Feed | null>;
};

/** One reader's place in a feed's fan-out, as long as the reader follows the feed; a paused one gets nothing. */
export type Subscriber = {
  feed_id: string;
  user_id: string;
  fetch_interval_minutes: number;
  is_active: boolean;
};

export type SubscriberStore = {
  put: (subscriber: Subscriber) => Promise<void>;
  delete: (feedId: string, userId: string) => Promise<void>;
  get: (feedId: string, userId: string) => Promise<Subscriber | null>;
  list: (feedId: string) => Promise<Subscriber[]>;
};
