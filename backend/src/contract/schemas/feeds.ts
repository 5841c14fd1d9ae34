import { z } from 'zod';
import { textMode, textSource } from './texts.ts';
import { feedId, folderName, keywordId, position, timestamp, visibleText, webAddress } from './common.ts';

/** Number of minutes between two fetches: 15 to 1,440 in steps of 15. Null leaves it to the service. */
const fetchInterval = z.int().min(15).max(1440).multipleOf(15).nullable();

/**
 * The reason for the interval of a feed that works. `chosen`, `another_reader`: this reader, or another, chose the
 * interval. `usual`: hourly. `publishes_rarely`: a tenth of the time since its last new article. `publisher_asks`: RSS
 * ttl, sy:updatePeriod or Cache-Control max-age. `hub`: a hub tells of news at once.
 */
const intervalReason = z.enum([
  'chosen',
  'another_reader',
  'usual',
  'publishes_rarely',
  'publisher_asks',
  'hub',
]);

/**
 * The reason for the time of the next fetch. `first`: the feed has never been fetched. `interval`: by its interval.
 * `asked_to_wait`: the publisher answered with Retry-After or HTTP 429. `failing`: tried again after a failure.
 */
const nextFetchReason = z.enum(['first', 'interval', 'asked_to_wait', 'failing']);

/** The share of a feed at the top that the reader wants: `normal` damps a feed of many articles a day. */
export const feedVolume = z.enum(['more', 'normal', 'less']);

const fetchStatus = z.enum(['active', 'stopped']);

/** The reason why the last fetch failed or the feed is stopped; the SPA has a sentence for each in every language. */
export const feedErrorCode = z.enum([
  'gone',
  'not_found',
  'forbidden',
  'unauthorized',
  'rate_limited',
  'server_error',
  'http_error',
  'unresolved',
  'unreachable',
  'timed_out',
  'tls_failed',
  'too_large',
  'too_many_redirects',
  'address_refused',
  'not_a_feed',
  'parse_failed',
  'too_complex',
  'not_a_listing',
  'robots_disallowed',
  'sign_in_needed',
]);

const errorOfStatus: Readonly<Record<number, FeedErrorCode>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  410: 'gone',
  429: 'rate_limited',
};

/** Returns the failure that a status of a publisher's server means, which is none from 200 to 299. */
export const feedErrorOfStatus = (status: number): FeedErrorCode =>
  errorOfStatus[status] ?? (status >= 500 ? 'server_error' : 'http_error');

/** The image types that a feed's icon may have. */
export const imageTypes = [
  'image/png',
  'image/x-icon',
  'image/gif',
  'image/jpeg',
  'image/webp',
  'image/svg+xml',
] as const;

export const feed = z.object({
  feed_id: feedId,
  url: z.string(),
  /** The reader's own title for the feed if there is one, otherwise the feed's title. */
  title: z.string(),
  site_url: z.string().nullable(),
  /** The beginning of the feed's own description, at most 200 bytes. */
  description: z.string().nullable(),
  /** The language that the feed names, such as `en-GB`. */
  language: z.string().nullable(),
  folder: z.string().nullable(),
  /** Feeds are shown in the order of their positions within a folder; those without one follow by title. */
  position: position.nullable(),
  /** The interval that this reader chose; null if it is automatic. */
  fetch_interval_minutes: fetchInterval,
  /**
   * Minutes between two fetches while the feed works: the shortest interval that a reader chose, or the automatic one if
   * that is shorter and a reader left it at that, or if nobody chose one.
   */
  current_interval_minutes: z.int().min(15).max(1440),
  interval_reason: intervalReason,
  /** The source of the articles' texts that this reader chose. */
  text_mode: textMode,
  /**
   * The source that `auto` chose for this feed, by comparing three articles with their pages; null until they were
   * compared.
   */
  found_text: textSource.nullable(),
  /** The share of this feed at the top that this reader wants. */
  volume: feedVolume,
  /** Days for which its articles stay with this reader, read or not; 36500 stands for ever, null for the reader's retention. */
  keep_days: z.int().min(1).nullable().default(null),
  /** False while this reader has paused the feed. */
  is_active: z.boolean(),
  fetch_status: fetchStatus,
  error_code: feedErrorCode.nullable(),
  error_message: z.string().nullable(),
  unread_count: z.int().min(0),
  has_unread: z.boolean(),
  last_fetched_at: timestamp.nullable(),
  next_fetch_at: timestamp.nullable(),
  /** Null if no fetch is planned. */
  next_fetch_reason: nextFetchReason.nullable(),
  /** The time of the last successful fetch. */
  last_success_at: timestamp.nullable(),
  /** Number of articles per week over the last four weeks, by the dates of the items; null if they have none. */
  articles_per_week: z.number().nullable(),
  /** Number of items of the last document that could not be read or stored, and so brought no article. */
  unprocessable_items: z.int().min(0).default(0),
  /** The items of the last new document that brought no article, by reason. */
  left_out: z.object({
    /**
     * Older items of the document that the reader does not have yet. A job brings them after the newest 50.
     */
    over_limit: z.int().min(0),
    /** Items with more text, or a longer address or guid, than an article can have. */
    too_large: z.int().min(0),
    /** Items that could not be read; they come once they can be. */
    unreadable: z.int().min(0),
  }),
  /** The date of the feed's newest article; the time when the last one arrived if they have no dates. */
  feed_last_updated: timestamp.nullable(),
  last_read_at: timestamp.nullable(),
  icon_url: z.string().nullable(),
  created_at: timestamp,
});

/** The days that stand for ever: a hundred years. */
export const KEPT_FOR_EVER = 36_500;
/** The newest articles of a feed that are kept beyond the reader's retention. */
export const KEPT_OF_A_FEED = 5000;

export const newFeed = z.strictObject({
  url: webAddress,
  folder: folderName.nullable().optional(),
  /**
   * What becomes of the address of a page that names several feeds with different items: `follow_best`, the default,
   * follows one of them; `ask` answers SEVERAL_FEEDS, whose details have them as `candidates`.
   */
  if_several: z.enum(['follow_best', 'ask']).optional(),
});

export const newNewsletter = z.strictObject({
  title: visibleText(300).nullable().optional(),
  folder: folderName.nullable().optional(),
});

export const feedChanges = z.strictObject({
  title: visibleText(300).nullable().optional(),
  folder: folderName.nullable().optional(),
  position: position.nullable().optional(),
  fetch_interval_minutes: fetchInterval.optional(),
  text_mode: textMode.optional(),
  volume: feedVolume.optional(),
  keep_days: z
    .int()
    .refine(
      (days) => (days >= 1 && days <= 365) || days === KEPT_FOR_EVER,
      'must be 1 to 365 days, 36500 for ever, or null',
    )
    .nullable()
    .optional(),
  url: webAddress.optional(),
  is_active: z.boolean().optional(),
});

/** One of the items that a page or sitemap would give. */
const listedItem = z.object({ title: z.string(), link: z.string(), published_at: timestamp.nullable() });

export const feedCandidate = z.object({
  /**
   * The address to follow. For a page or a sitemap its fragment names what is followed of it, as in
   * `#omomi=page:1a2b3c4d`.
   */
  url: z.string(),
  title: z.string().nullable(),
  /**
   * `page`, `sitemap`: there is no feed, but the headlines of the page, or the pages of the sitemap, can be followed.
   */
  format: z.enum(['rss', 'rdf', 'atom', 'json', 'page', 'sitemap']).nullable(),
  /** The part of a YouTube channel that the feed has; `videos` is without Shorts and live streams. Absent for all other feeds. */
  part: z.enum(['videos', 'shorts', 'live']).optional(),
  /**
   * The first items, at most five, of a page or sitemap; of a feed the latest three. Absent for a feed that was not read.
   */
  preview: z.array(listedItem).max(5).optional(),
  /** Number of items of the page, sitemap or feed; absent for a feed that was not read. */
  item_count: z.int().min(0).optional(),
});

/** What became of a feed's fetches on a day: something came, it was as before, only failures, or it was not fetched. */
const fetchDayOutcome = z.enum(['new', 'unchanged', 'failed', 'none']);

/** The last 30 days of a feed, by days in UTC, the earliest first. */
export const feedFetches = z.object({
  days: z.array(z.object({ day: z.iso.date(), outcome: fetchDayOutcome })),
});

/** What a reader has of each feed, reckoned from the newest 2,000 unread and 2,000 read articles of their lists. */
export const feedFigures = z.object({
  /** Since when it is counted: 30 days, or the time for which articles that were read are kept if that is shorter. */
  since: timestamp,
  /** Number of articles of all feeds that were read since then; those that were marked together are not counted. */
  read_count: z.int().min(0),
  /** False if the lists have more articles than were counted. */
  is_complete: z.boolean(),
  /** The feeds that have articles in the lists. */
  items: z.array(
    z.object({
      feed_id: feedId,
      read_count: z.int().min(0),
      /** Number of its articles that came since then or, if they are older, were read since then. */
      came_count: z.int().min(0),
      /** The mean of `importance_rank` of its articles as if they were fresh; null if none has a score. */
      mean_importance: z.number().min(0).max(100).nullable(),
    }),
  ),
  /** When these articles were read: the hours, by their beginning, in which any was, in their order. */
  hours: z.array(z.object({ hour: timestamp, read_count: z.int().min(1) })),
  /** The keywords that these articles are about, those of most articles first. An article may be about several. */
  keywords: z.array(z.object({ keyword_id: keywordId, read_count: z.int().min(1) })),
});

/** The unread counts of a reader, small enough to be asked for every minute. */
export const counts = z.object({
  /** Number of unread articles of all feeds. */
  unread_count: z.int().min(0),
  /** The feeds that have unread articles, by their ids; every other feed has none. */
  feeds: z.array(z.object({ feed_id: feedId, unread_count: z.int().min(1) })),
});

export type FetchDayOutcome = z.infer<typeof fetchDayOutcome>;
export type FeedFetches = z.infer<typeof feedFetches>;
export type FeedFigures = z.infer<typeof feedFigures>;
export type Counts = z.infer<typeof counts>;
export type ImageType = (typeof imageTypes)[number];
export type Feed = z.infer<typeof feed>;
export type Volume = z.infer<typeof feedVolume>;
export type FeedChanges = z.infer<typeof feedChanges>;
export type FeedCandidate = z.infer<typeof feedCandidate>;
export type IntervalReason = z.infer<typeof intervalReason>;
export type NextFetchReason = z.infer<typeof nextFetchReason>;
export type FeedErrorCode = z.infer<typeof feedErrorCode>;
