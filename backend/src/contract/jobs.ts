import { z } from 'zod';
import { feedId, jobId, timestamp } from './common.ts';
import { feedErrorCode } from './feeds.ts';

export const jobKind = z.enum(['fetch-feeds', 'cleanup', 'recalculate', 'mark-read', 'import']);
export const jobState = z.enum(['queued', 'running', 'done', 'failed', 'cancelled']);

export const job = z.object({
  job_id: jobId,
  kind: jobKind,
  state: jobState,
  /** Units of work finished: feeds, entries or articles, by kind. */
  done: z.int().min(0),
  /** Null until it is known. */
  total: z.int().min(0).nullable(),
  /**
   * Figures by name once there are any, for example `new_articles`, `failed_feeds`. An import has `imported` (of them
   * `unreachable`), `duplicates` and `failed`; asked for alone it has `rows` too, an ImportRow each, as they stand.
   */
  result: z.record(z.string(), z.unknown()).nullable(),
  created_at: timestamp,
});

/** Why a row of an import is no subscription, or why its feed has not been read yet. */
export const importProblem = z.enum([
  'no_address',
  'invalid_address',
  'already_subscribed',
  'repeated',
  'subscription_limit',
  ...feedErrorCode.options,
]);

/**
 * One row of an imported document. `pending`: subscribed, or about to be, and not fetched yet. `imported_unreachable`:
 * subscribed, but the first fetch failed; it is tried again like that of any feed.
 */
export const importRow = z.object({
  url: z.string(),
  title: z.string().nullable(),
  folder: z.string().nullable(),
  /** Null where the address can be no feed's, or was not taken. */
  feed_id: feedId.nullable(),
  outcome: z.enum(['pending', 'imported', 'imported_unreachable', 'duplicate', 'failed']),
  problem: importProblem.nullable(),
  /** The problem in one English sentence. */
  why: z.string().nullable(),
});

export type ImportRow = z.infer<typeof importRow>;
export type ImportProblem = z.infer<typeof importProblem>;
export type Job = z.infer<typeof job>;
export type JobKind = z.infer<typeof jobKind>;
export type JobState = z.infer<typeof jobState>;
