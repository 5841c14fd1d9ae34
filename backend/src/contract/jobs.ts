import { z } from 'zod';
import { jobId, timestamp } from './common.ts';

export const jobKind = z.enum(['fetch-feeds', 'cleanup', 'recalculate', 'mark-read']);
export const jobState = z.enum(['queued', 'running', 'done', 'failed', 'cancelled']);

export const job = z.object({
  job_id: jobId,
  kind: jobKind,
  state: jobState,
  /** Units of work finished: feeds, entries or articles, by kind. */
  done: z.int().min(0),
  /** Null until it is known. */
  total: z.int().min(0).nullable(),
  /** Figures by name once there are any, for example `new_articles`, `failed_feeds`. */
  result: z.record(z.string(), z.unknown()).nullable(),
  created_at: timestamp,
});

export type Job = z.infer<typeof job>;
export type JobKind = z.infer<typeof jobKind>;
export type JobState = z.infer<typeof jobState>;
