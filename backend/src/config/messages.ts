import { z } from 'zod';
import { articleId, feedId, jobId, jobKind, timestamp } from '../contract/index.ts';

/** The part of a fetch-feeds job that waits for a feed. */
export const jobRef = z.object({ user_id: z.string(), job_id: jobId, part: z.int().min(0) });

/** Fetch queue: FIFO, one message a feed, grouped by host. */
export const fetchMessage = z.object({
  feed_id: feedId,
  url: z.string(),
  /** What dispatch saw; the claim holds only while the feed still says so. */
  next_fetch_at: timestamp,
  interval_minutes: z.int().min(30),
  skip_hours: z.array(z.int().min(0).max(23)).optional(),
  /** The attempt before this one. */
  last_fetched_at: timestamp.nullable().optional(),
  job: jobRef.optional(),
  /** Gets the newest articles, new to the feed or not; so the whole document is asked for. */
  new_subscriber: z.string().optional(),
});

/** Score queue: articles of one feed for all its subscribers, or for one. */
export const scoreMessage = z.object({
  feed_id: feedId,
  article_ids: z.array(articleId).min(1).max(50),
  /** Only this reader: a new subscriber of a known feed. */
  user_id: z.string().optional(),
  /** Has just followed the feed, so may see again what they left with another. */
  new_subscriber: z.string().optional(),
  /** Changed articles: entries that stand follow, none is made. */
  is_update: z.boolean().optional(),
  sent_at: timestamp,
  /** Why the article, then alone in its message, could not be embedded; stays with it in the dead-letter queue. */
  failure: z.object({ model: z.string(), reason: z.string() }).optional(),
  /** Set on the last message of a fetch that a job waits for. */
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

/** Jobs queue: one slice of a job; the worker sends the next slice itself. */
export const jobMessage = z.object({
  user_id: z.string(),
  job_id: jobId,
  kind: jobKind,
  /** Tells apart the messages of several requests that one job answers. */
  start_id: z.string().optional(),
  /** Where the last slice ended; missing at the start. */
  cursor: z.string().optional(),
});

export type JobRef = z.infer<typeof jobRef>;
export type FetchMessage = z.infer<typeof fetchMessage>;
export type ScoreMessage = z.infer<typeof scoreMessage>;
export type JobMessage = z.infer<typeof jobMessage>;

/** Sends to a queue; resolves once every message is stored there. */
export type SendFetch = (messages: FetchMessage[]) => Promise<void>;
export type SendScore = (messages: ScoreMessage[]) => Promise<void>;
/** Handed out `delaySeconds` (0 to 900, default 0) later at the earliest. */
export type SendJob = (messages: JobMessage[], delaySeconds?: number) => Promise<void>;
