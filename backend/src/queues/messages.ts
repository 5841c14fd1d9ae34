import { z } from 'zod';
import {
  articleId,
  crawlPageId,
  feedId,
  jobId,
  jobKind,
  queueName,
  timestamp,
  type QueueName,
} from '../contract/index.ts';

/** The part of a fetch-feeds job that waits for this feed. */
const jobRef = z.object({ user_id: z.string(), job_id: jobId, part: z.int().min(0) });

/** A feed that is to be fetched. */
const feedMessage = z.object({
  kind: z.literal('feed'),
  feed_id: feedId,
  url: z.string(),
  /**
   * The feed's next_fetch_at when dispatch sent the message. The feed can be claimed only while it still has this
   * value.
   */
  next_fetch_at: timestamp,
  interval_minutes: z.int().min(15),
  is_chosen: z.boolean().optional(),
  skip_hours: z.array(z.int().min(0).max(23)).optional(),
  /** The feed's `fetch_days` if this fetch brings nothing, so that recording such a one takes no write. */
  fetch_days: z.string().max(30).optional(),
  /** The time of the previous attempt. */
  last_fetched_at: timestamp.nullable().optional(),
  job: jobRef.optional(),
  /**
   * The reader who gets the newest articles, even those already known for the feed; so the whole document is requested.
   */
  new_subscriber: z.string().optional(),
});

/** A message of the score queue: articles of one feed for all its subscribers, or for one. */
export const scoreMessage = z.object({
  feed_id: feedId,
  article_ids: z.array(articleId).min(1).max(50),
  /** Limits the message to this reader, a new subscriber of a known feed. */
  user_id: z.string().optional(),
  /** The reader who just subscribed. They may get back articles they lost when they unsubscribed from another feed. */
  new_subscriber: z.string().optional(),
  /**
   * Articles that were published until then, or state no date, come as read and without a vector: older ones.
   */
  read_until: timestamp.optional(),
  /** Limits the message to the subscribers whose ids sort after this one, who need not be a subscriber any more. */
  after: z.string().min(1).optional(),
  /** Limits the message to the subscribers up to and including this one. */
  until: z.string().min(1).optional(),
  /** True if the articles changed: existing entries are updated, and none is created. */
  is_update: z.boolean().optional(),
  sent_at: timestamp,
  /**
   * The reason why the article, which is then alone in its message, could not be embedded; it stays with the message in
   * the dead-letter queue.
   */
  failure: z.object({ model: z.string(), reason: z.string() }).optional(),
  /** The job that waits for the fetch; set only on the last message of the fetch. */
  job: jobRef
    .extend({
      new_articles: z.int().min(0),
      total: z.int().min(0).nullable().default(null),
      unchanged: z.int().min(0).nullable().default(null),
      left_out: z.int().min(0).default(0),
      unprocessable: z.int().min(0).default(0),
    })
    .optional(),
});

/** A message of the score queue: what waits of this reader is scored, if the model answers. */
const waitingMessage = z.object({ waiting: z.string().min(1) });

/** A message of the jobs queue: one slice of a job. The worker sends the next slice itself. */
export const jobMessage = z.object({
  user_id: z.string(),
  job_id: jobId,
  kind: jobKind,
  /** Distinguishes the messages of several requests that one job answers. */
  start_id: z.string().optional(),
  /** The position where the last slice ended; missing at the start. */
  cursor: z.string().optional(),
});

/** One request of a search for an icon: an image, the site's page that names icons, or its `/favicon.ico`. */
const iconStep = z.object({ kind: z.enum(['image', 'page', 'favicon']), url: z.string() });

/** The rest of a search for an icon: its next requests in order, and the addresses asked so far. */
const iconSearch = z.object({ steps: z.array(iconStep), tried: z.array(z.string()) });

/** How far the requests for a page came. */
const progress = z.object({
  attempt: z.int().min(0),
  redirects: z.array(z.object({ status: z.int(), url: z.string() })),
});

/** How far the reading of a feed's past came. */
export const pastPlace = z.object({
  feed_id: feedId,
  /** The pages of the feed's site; absent where the documents before the feed's own are read. */
  pages: z
    .object({
      /** The address of the site, under which its pages are. */
      site: z.string(),
      /** The sitemaps that are left; `from` is the number of pages of the first one that were looked at. */
      sitemaps: z.array(z.string()),
      from: z.int().min(0),
      /** The next pages of it, at most 100. */
      batch: z.array(z.string()),
      /** Number of pages in all, as far as is known. */
      total: z.int().min(0),
      /** Requests in a row that failed. */
      failures: z.int().min(0),
    })
    .optional(),
  /** The document or page to request next, and how far its request came. */
  url: z.string(),
  progress: progress.optional(),
  /** The first 8 hex digits of SHA-256 over the address of each document so far, so that no chain of them is a ring. */
  asked: z.array(z.string()),
  /** The hash of the last document; null before the first. */
  last_hash: z.string().nullable(),
  /** Number of items of the documents so far. */
  looked_at: z.int().min(0),
  /** Number of articles brought. */
  brought: z.int().min(0),
  /** The reason why nothing follows, as soon as it is known. */
  end: z.enum(['all', 'limit', 'robots', 'unreachable', 'unreadable', 'left']).optional(),
});

/** The page of an article, and how far its request came. */
const pageRequest = z.object({
  article_id: articleId,
  /** The host of the page, so that an article is read only when its host has a turn; absent in older messages. */
  host: z.string().optional(),
  progress: progress.optional(),
  /** True if the request is in the feed's count of today. */
  is_counted: z.boolean().optional(),
});

/** A message of the fetch queue: what is asked of other sites, by what needs it, and what is sent to one. */
export const fetchMessage = z.discriminatedUnion('kind', [
  feedMessage,
  /** The pages of these articles of one feed, for their texts. */
  z.object({
    kind: z.literal('full_text'),
    feed_id: feedId,
    articles: z.array(pageRequest).min(1).max(50),
    /** The reader who asked for the page of an article, which is then alone in its message. */
    asked_by: z.string().optional(),
    asked_at: timestamp.optional(),
    /** Number of pages that this message asked for as samples. */
    sampled: z.int().min(0).optional(),
  }),
  /** The icon of a feed. `icon_hash`: that of the icon it has. */
  iconSearch.extend({ kind: z.literal('icon'), feed_id: feedId, icon_hash: z.string().nullable() }),
  /** A page that the crawl's job has claimed for this owner. */
  z.object({
    kind: z.literal('crawl'),
    user_id: z.string(),
    crawl_id: jobId,
    page_id: crawlPageId,
    owner: z.string().min(1),
  }),
  /** A saved article, for the places that get each of them. */
  z.object({ kind: z.literal('saved'), user_id: z.string(), article_id: articleId }),
  /** The next document of a feed's past, for the start of a job that its messages name. */
  z.object({
    kind: z.literal('past'),
    user_id: z.string(),
    job_id: jobId,
    start_id: z.string(),
    place: pastPlace,
  }),
]);

export type JobRef = z.infer<typeof jobRef>;
export type FetchMessage = z.infer<typeof fetchMessage>;
export type FeedMessage = z.infer<typeof feedMessage>;
export type ScoreMessage = z.infer<typeof scoreMessage>;
export type JobMessage = z.infer<typeof jobMessage>;
export type FullTextMessage = Extract<FetchMessage, { kind: 'full_text' }>;
export type IconMessage = Extract<FetchMessage, { kind: 'icon' }>;
export type IconStep = z.infer<typeof iconStep>;
export type IconSearch = z.infer<typeof iconSearch>;
export type PastPlace = z.infer<typeof pastPlace>;
export type PastMessage = Extract<FetchMessage, { kind: 'past' }>;
export type SavedMessage = Extract<FetchMessage, { kind: 'saved' }>;
export type CrawlMessage = Extract<FetchMessage, { kind: 'crawl' }>;

/** Number of deliveries after which a message becomes a dead letter. */
export const MOST_DELIVERIES = 5;

type Queue = {
  /** The schema of its messages. */
  schema: z.ZodType;
  /** The functions that send to it. The function that has the queue's name takes its messages. */
  sentBy: readonly string[];
  /** The time limit of the function, in seconds. A message that is being handled is hidden for six times as long. */
  timeoutSeconds: number;
  /** Largest number of messages in a call of the function. */
  batchSize: number;
  /** Seconds for which AWS waits for a batch to fill. */
  batchingSeconds: number;
  /** How many times `queue_concurrency` instances of the function AWS runs at once. */
  concurrencyTimes: number;
  /** How the local runner delivers instead: how many messages in a call, and how many calls at once. */
  local: {
    batchSize: number;
    concurrency: number;
    /** The messages for which nobody waits, by their bodies: they come after the others, at most so many at once. */
    background?: { includes: (body: string) => boolean; most: number };
  };
  /** True if the function reads feeds, pages or OPML, in a thread that has its own file. */
  parsesDocuments: boolean;
};

/** Returns true for requests that no reader and no schedule waits for: pages of articles, icons, crawls and pasts of feeds. */
const isBackground = (body: string): boolean => {
  const { data: message } = fetchMessage.safeParse(JSON.parse(body));
  if (message === undefined) return false;
  return message.kind === 'full_text'
    ? message.asked_by === undefined
    : message.kind !== 'feed' && message.kind !== 'saved';
};

/**
 * The queues. The variables and permissions of the functions, their infrastructure, the queues of the local runner, the
 * owner's page and the tests follow this table.
 */
export const queueTable = {
  fetch: {
    schema: fetchMessage,
    sentBy: ['api', 'clients', 'dispatch', 'fetch', 'jobs'],
    // The messages of a batch are handled at once. The longest work is on pages: a message begins none after 20 s.
    timeoutSeconds: 120,
    batchSize: 5,
    batchingSeconds: 0,
    // A slow page holds its batch up, but not all instances.
    concurrencyTimes: 2,
    // One in a call, so that no feed waits for the slow page beside it. Twenty at once take 15 MB more in a first load.
    // Pages of sites that do not answer take up to ten seconds each: some calls are kept for feeds.
    local: { batchSize: 1, concurrency: 12, background: { includes: isBackground, most: 8 } },
    parsesDocuments: true,
  },
  score: {
    schema: z.union([waitingMessage, scoreMessage]),
    sentBy: ['api', 'clients', 'dispatch', 'fetch', 'score', 'jobs', 'mails'],
    // Five messages of up to fifty articles, each embedded by the model in about 0.2 s.
    timeoutSeconds: 120,
    batchSize: 5,
    // New articles of one run arrive close together, so a short wait saves invocations.
    batchingSeconds: 2,
    concurrencyTimes: 1,
    local: { batchSize: 1, concurrency: 2 },
    parsesDocuments: false,
  },
  jobs: {
    schema: jobMessage,
    sentBy: ['api', 'clients', 'fetch', 'score', 'jobs', 'cleanup'],
    // A slice of a job ends well before it and starts the next slice.
    timeoutSeconds: 120,
    batchSize: 1,
    batchingSeconds: 0,
    concurrencyTimes: 1,
    local: { batchSize: 1, concurrency: 2 },
    parsesDocuments: true,
  },
} as const satisfies Record<QueueName, Queue>;

/** Makes one thing for each queue. */
export function forEachQueue<T>(make: (queue: QueueName) => T): Record<QueueName, T>;
export function forEachQueue(make: (queue: QueueName) => unknown): Record<string, unknown> {
  return Object.fromEntries(queueName.options.map((queue) => [queue, make(queue)]));
}

export type QueueTable = typeof queueTable;

/** The queues to which a function sends. */
export type SentBy<F extends string> = {
  [Q in QueueName]: F extends QueueTable[Q]['sentBy'][number] ? Q : never;
}[QueueName];

/** Returns the queues to which a function sends. */
export function queuesSentBy<F extends string>(functionName: F): SentBy<F>[];
export function queuesSentBy(functionName: string): QueueName[] {
  return queueName.options.filter((queue) => {
    const senders: readonly string[] = queueTable[queue].sentBy;
    return senders.includes(functionName);
  });
}
