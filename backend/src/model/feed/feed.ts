import type { FeedErrorCode, TextMode, TextSource, Volume, ImageType } from '../../contract/index.ts';
import type { Push } from './hub.ts';
import type { NewsletterMail } from './newsletter.ts';

/**
 * The way to find the items of a page without a feed, as it was learnt when a reader followed it, or when it found nothing
 * any more.
 */
export type PageSource = {
  /** Selectors of the links or headings, or `h-feed`, or `json-ld`; see parser/listing. */
  selectors: string[];
  /** The beginning that most addresses of the items share; null if there is none. */
  shape: string | null;
  /** Number of fetches in a row in which it found nothing. */
  empty_fetches: number;
};

/** The data of a feed that all its readers share. It stays under 1 KB, so that one write costs one write unit. */
export type Feed = {
  feed_id: string;
  url: string;
  /** True if it is one reader's own, with the reader's sign-in for its site; its id names the reader too. */
  is_private: boolean;
  /**
   * The way to find the items of a page without a feed; null for a feed, a sitemap, and a page that was not read yet.
   */
  source: PageSource | null;
  title: string;
  site_url: string | null;
  /** The feed's own description, as plain text; null if it has none. */
  description: string | null;
  /** The language that the feed names, such as `en-GB`. */
  language: string | null;
  etag: string | null;
  last_modified: string | null;
  /** First 16 hex digits of SHA-256 over the last document's bytes. */
  body_hash: string | null;
  fetch_status: 'active' | 'stopped';
  consecutive_errors: number;
  error_code: FeedErrorCode | null;
  error_message: string | null;
  /** True if the publisher asked for the present wait by Retry-After. */
  is_asked_to_wait: boolean;
  /** The time of the first of the failures of the present kind; null after a success or a resumption. */
  failing_since: string | null;
  /** The shortest interval that an active subscriber chose; null if none chose one. */
  fetch_interval_minutes: number | null;
  /** True if one chose an interval while another active subscriber left it to the service. */
  is_automatic_too: boolean;
  /** The source of texts that its active subscribers want: the mode that asks for most. */
  wanted_text: TextMode;
  /** The source that the mode `auto` chose; null until three articles were compared with their pages. */
  found_text: TextSource | null;
  /** What became of the fetches of the last 30 days (model/fetches); null before the first one. */
  fetch_days: string | null;
  /** Null while nobody follows the feed; the feed is then not on the schedule. */
  next_fetch_at: string | null;
  /** The id of the queue message that holds the claim, or held it last. */
  claimed_by: string | null;
  last_fetched_at: string | null;
  /** The time of the last successful fetch before the current failures; null if the last fetch succeeded. */
  last_success_at: string | null;
  /** The time at which the feed last brought a new article. */
  feed_last_updated: string | null;
  /** The latest of the dates that items of the feed stated, none in the future; null if none had one. */
  newest_article_at: string | null;
  /** Articles per week, calculated from the item dates of the last changed document; null if no item has a date. */
  articles_per_week: number | null;
  /** Number of items in the last document that could not be read or stored. */
  unprocessable_items: number;
  /** Number of those that were too large. */
  too_large_items: number;
  /** Number of items in the last document that were beyond the newest 50 of their fetch, and so reached no reader. */
  over_limit_items: number;
  /** Number of items that were ever left out for this reason; those since a time are the difference of two counts. */
  over_limit_ever: number;
  /**
   * The longest of the fetch intervals that the publisher asks for: RSS ttl, sy:updatePeriod, Cache-Control max-age.
   */
  publisher_ttl_minutes: number | null;
  /** Hours of the day (UTC) in which the publisher wants no requests. */
  skip_hours: number[] | null;
  /**
   * The target of the permanent redirects. `moved_times` counts consecutive fetches that led to it; at the third, the
   * feed takes this address.
   */
  moved_to: string | null;
  moved_times: number;
  /** First 8 hex digits of SHA-256 over the icon's bytes; null if there is no icon. */
  icon_hash: string | null;
  /** The day of the last search for the icon, in days since 1970; null before the first search. */
  icon_checked_day: number | null;
  /** Its subscription at a hub; null if its document names none. */
  push: Push | null;
  /** The last mail of a newsletter; null before the first one, and for all other feeds. */
  mail: NewsletterMail | null;
  created_at: string;
};

/** The right to fetch a feed once: the claiming message, the due time that dispatch saw, and the next due time. */
type Claim = {
  feed_id: string;
  claimed_by: string;
  seen_next_fetch_at: string;
  now: string;
  next_fetch_at: string;
  /** The days with this fetch as one that brings nothing; absent in messages of an older version. */
  fetch_days?: string | undefined;
};

export type FeedStore = {
  /** Stores the feed unless this id already belongs to a feed or is an alias of one. Returns the stored feed. */
  create: (feed: Feed) => Promise<Feed>;
  get: (feedId: string) => Promise<Feed | null>;
  getMany: (feedIds: string[]) => Promise<Feed[]>;
  /**
   * Returns a number that changes before `getMany` returns other feeds for the same ids; null if this process cannot tell,
   * because others write feeds too.
   */
  version: () => number | null;
  /** Returns the active feeds with `next_fetch_at <= now`; the read is eventually consistent. */
  listDue: (now: string) => Promise<Feed[]>;
  /** Returns every feed of the deployment; the read is eventually consistent. */
  listAll: () => Promise<Feed[]>;
  /**
   * Takes the claim if `next_fetch_at` still has the value that dispatch saw, or if this message already holds the
   * claim. Returns null if another message has it.
   */
  claim: (claim: Claim) => Promise<Feed | null>;
  /** Makes this id an alias of a feed that moved to its address, unless a feed already has this id. */
  putAlias: (feedId: string, aliasOf: string) => Promise<void>;
  /** Changes the given attributes of an existing feed; returns null if there is none. */
  update: (feedId: string, changes: Partial<Omit<Feed, 'feed_id'>>) => Promise<Feed | null>;
  /** Changes a feed if its `next_fetch_at` still has the value that the caller saw; returns null otherwise. */
  updateIfDueAt: (
    feedId: string,
    seenNextFetchAt: string | null,
    changes: Partial<Omit<Feed, 'feed_id'>>,
  ) => Promise<Feed | null>;
  /** Changes a feed if its subscription at a hub is still the one that the caller saw; returns null otherwise. */
  updateIfPushIs: (
    feedId: string,
    seenPush: Push | null,
    changes: Partial<Omit<Feed, 'feed_id'>>,
  ) => Promise<Feed | null>;
};

/**
 * A reader to whom a feed's new articles are delivered, stored while the reader follows the feed. A paused subscriber
 * gets nothing.
 */
export type Subscriber = {
  feed_id: string;
  user_id: string;
  /** Null if the subscriber chose no interval. */
  fetch_interval_minutes: number | null;
  text_mode: TextMode;
  volume: Volume;
  /** As in the subscription; absent is null. */
  keep_days?: number | null;
  is_active: boolean;
};

/**
 * The subscribers whose ids sort after `after`, up to and including `until`, by their UTF-8 bytes. Neither id need be a subscriber's; a
 * missing one does not limit the range.
 */
export type SubscriberRange = { after?: string | undefined; until?: string | undefined };

export type SubscriberStore = {
  put: (subscriber: Subscriber) => Promise<void>;
  delete: (feedId: string, userId: string) => Promise<void>;
  get: (feedId: string, userId: string) => Promise<Subscriber | null>;
  list: (feedId: string) => Promise<Subscriber[]>;
  /** Returns the first subscribers of a range, at most `limit` (1 to 1,000), in the order of their ids. */
  listSome: (
    feedId: string,
    range: SubscriberRange,
    limit: number,
  ) => Promise<{ subscribers: Subscriber[]; has_more: boolean }>;
  /**
   * Returns where to cut a range so that each part has `size` subscribers, and the last one the others: the last id of each part but the
   * last one. There are at most `most` cuts, so the last part may have more than `size`. A subscriber who comes or goes
   * meanwhile belongs to one part as any other does.
   */
  listCuts: (
    feedId: string,
    range: SubscriberRange,
    parts: { size: number; most: number },
  ) => Promise<string[]>;
};

/**
 * Version of the rules for harmless images; raise it with every change to them. It is part of an icon's address, so a
 * browser does not go on showing an image from its cache.
 */
export const iconRules = 2;

/** Number of new articles that one fetch brings at most, and number of articles that a new subscriber gets. */
export const ADMITTED = 50;

export type Icon = {
  bytes: Uint8Array;
  content_type: ImageType;
  /** First 8 hex digits of SHA-256 over the bytes. */
  hash: string;
};

export type IconStore = {
  get: (feedId: string) => Promise<Icon | null>;
  /** Stores the icon and replaces an earlier one. */
  put: (feedId: string, icon: Icon) => Promise<void>;
};

/** The health fields of a feed after a successful fetch. */
export const healthy = {
  fetch_status: 'active',
  consecutive_errors: 0,
  error_code: null,
  error_message: null,
  is_asked_to_wait: false,
  failing_since: null,
  last_success_at: null,
} as const satisfies Partial<Feed>;

export const isHealthy = (feed: Pick<Feed, 'error_code' | 'consecutive_errors'>): boolean =>
  feed.error_code === null && feed.consecutive_errors === 0;

/**
 * Returns the time of the last successful fetch: the last attempt if it succeeded, otherwise the one noted before the
 * failures began.
 */
export const lastSuccess = (feed: Feed): string | null =>
  isHealthy(feed) ? feed.last_fetched_at : feed.last_success_at;

/** A feed's document as received, so that it can be parsed again after a fix of the parser. */
export type Snapshot = {
  /** The address that responded, after redirects. */
  url: string;
  content_type: string | null;
  taken_at: string;
  body: Uint8Array;
};

/** Stores the last document of each feed. A snapshot expires a year after the feed last sent another document. */
export type SnapshotStore = {
  put: (feedId: string, snapshot: Snapshot) => Promise<void>;
  get: (feedId: string) => Promise<Snapshot | null>;
};
