import { z } from 'zod';
import { feedId, page, timestamp } from './common.ts';
import { feed } from './feeds.ts';

export const ownedReader = z.object({
  user_id: z.string(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  created_at: timestamp.nullable(),
  /** By session or token, exact to the hour; null where there is neither. */
  last_seen_at: timestamp.nullable(),
  subscriptions: z.int().min(0),
  /** Their account is being deleted. */
  is_leaving: z.boolean(),
});

/** A feed as all readers share it; `url` without credentials, which are a reader's. */
export const ownedFeed = feed
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
    /** Who follow it, paused ones too. */
    readers: z.int().min(0),
  });

export const queueName = z.enum(['fetch', 'score', 'jobs']);

/** Numbers as the queue tells them: in the cloud they are approximate. */
export const queueDepth = z.object({
  queue: queueName,
  waiting: z.int().min(0),
  in_flight: z.int().min(0),
  dead_letters: z.int().min(0),
});

/** A message that was tried five times in vain. */
export const deadLetter = z.object({
  message_id: z.string(),
  sent_at: timestamp,
  /** Why it is here, where that is known; the function's log tells the rest by `message_id`. */
  reason: z.string().nullable(),
  /** What it asks for, without credentials in addresses. */
  message: z.record(z.string(), z.unknown()),
});

export const redrive = z.object({
  queue: queueName,
  /** How many go back to their queue. */
  redriven: z.int().min(0),
});

/** dispatch: what is due is fetched now. cleanup, recalculate: a job of that kind for every reader. */
export const deploymentJobKind = z.enum(['dispatch', 'cleanup', 'recalculate']);

export const deploymentJob = z.object({
  kind: deploymentJobKind,
  /** Feeds sent to be fetched, or readers whose job was started. */
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
export type DeploymentJobKind = z.infer<typeof deploymentJobKind>;
