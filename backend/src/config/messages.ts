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
  job: jobRef.optional(),
});

/** Score queue: articles of one feed for all its subscribers, or for one. */
export const scoreMessage = z.object({
  feed_id: feedId,
  article_ids: z.array(articleId).min(1).max(50),
  /** Only this reader: a new subscriber of a known feed. */
  user_id: z.string().optional(),
  /** Changed articles: entries that stand follow, none is made. */
  is_update: z.boolean().optional(),
  sent_at: timestamp,
  /** Set on the last message of a fetch that a job waits for. */
  job: jobRef.extend({ new_articles: z.int().min(0) }).optional(),
});

/** Jobs queue: one slice of a job; the worker sends the next slice itself. */
export const jobMessage = z.object({
  user_id: z.string(),
  job_id: jobId,
  kind: jobKind,
  /** Where the last slice ended; missing at the start. */
  cursor: z.string().optional(),
  /** What the job was asked for, by kind. */
  request: z.record(z.string(), z.unknown()).optional(),
});

export type JobRef = z.infer<typeof jobRef>;
export type FetchMessage = z.infer<typeof fetchMessage>;
export type ScoreMessage = z.infer<typeof scoreMessage>;
export type JobMessage = z.infer<typeof jobMessage>;

/** Sends to a queue; resolves once every message is stored there. */
export type SendFetch = (messages: FetchMessage[]) => Promise<void>;
export type SendScore = (messages: ScoreMessage[]) => Promise<void>;
export type SendJob = (messages: JobMessage[]) => Promise<void>;
