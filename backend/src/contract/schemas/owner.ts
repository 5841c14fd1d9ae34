import { z } from 'zod';
import { feedId, page, timestamp } from './common.ts';
import { feed } from './feeds.ts';

export const userId = z.string().regex(/^(?:local|[0-9a-f]{32})$/, 'a user_id is local or 32 hex digits');

export const ownedReader = z.object({
  user_id: z.string(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  created_at: timestamp.nullable(),
  /** The last use of a session or token, precise to the hour; null if the reader has neither. */
  last_seen_at: timestamp.nullable(),
  subscriptions: z.int().min(0),
  /** True if the account is being deleted. */
  is_leaving: z.boolean(),
});

/**
 * A feed as all readers share it; `url` omits credentials, which belong to a single reader: the first digits of `feed_id` stand in
 * their place.
 */
const ownedFeed = feed
  .pick({
    url: true,
    title: true,
    fetch_status: true,
    error_code: true,
    error_message: true,
    last_fetched_at: true,
    last_success_at: true,
    next_fetch_at: true,
    created_at: true,
  })
  .extend({
    feed_id: feedId,
    consecutive_errors: z.int().min(0),
    /** Number of readers who follow the feed, including those who paused it. */
    readers: z.int().min(0),
    /** Number of requests for it in a day while it works, by its interval; 0 if it is stopped. */
    fetches_a_day: z.number().min(0),
  });

export const queueName = z.enum(['fetch', 'score', 'jobs']);

/** Numbers as the queue reports them; in the cloud they are approximate. */
const queueDepth = z.object({
  queue: queueName,
  waiting: z.int().min(0),
  in_flight: z.int().min(0),
  dead_letters: z.int().min(0),
});

/** A message that failed five times. */
const deadLetter = z.object({
  message_id: z.string(),
  sent_at: timestamp,
  /** The reason for the failure, if known; the function's log has the rest under `message_id`. */
  reason: z.string().nullable(),
  /** The content of the message, without credentials in addresses. */
  message: z.record(z.string(), z.unknown()),
});

export const redrive = z.object({
  queue: queueName,
  /** Number of messages that were sent back to their queue. */
  redriven: z.int().min(0),
});

/** dispatch: fetches the feeds that are due now. cleanup, recalculate: start a job of that kind for every reader. */
export const deploymentJobKind = z.enum(['dispatch', 'cleanup', 'recalculate']);

export const deploymentJob = z.object({
  kind: deploymentJobKind,
  /** Number of feeds queued for fetching, or of readers whose job was started. */
  started: z.int().min(0),
});

export const ownedReaderPage = page(ownedReader);
export const ownedFeedPage = page(ownedFeed);
export const queueDepthPage = page(queueDepth);
export const deadLetterPage = page(deadLetter);

export type OwnedReader = z.infer<typeof ownedReader>;
export type OwnedFeed = z.infer<typeof ownedFeed>;
export type QueueName = z.infer<typeof queueName>;
export type QueueDepth = z.infer<typeof queueDepth>;
export type DeadLetter = z.infer<typeof deadLetter>;
