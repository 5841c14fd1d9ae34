import { z } from 'zod';
import { feedId, jobId, timestamp } from './common.ts';
import { feedErrorCode } from './feeds.ts';

export const jobKind = z.enum(['fetch-feeds', 'cleanup', 'recalculate', 'mark-read', 'import', 'leave']);
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
   * Figures by name once there are any. A fetch has `feeds`, `updated_feeds`, `unchanged_feeds`, `failed_feeds`,
   * `new_articles` and `left_out`, an import `imported` (of them `unreachable`), `duplicates` and `failed`; asked for alone they have
   * `rows` too, a FetchRow or ImportRow each, as they stand. One that failed has a `reason`.
   */
  result: z.record(z.string(), z.unknown()).nullable(),
  created_at: timestamp,
  /** The one feed that a fetch is for; null where it is for all of them, and for every other kind. */
  feed_id: feedId.nullable(),
  /** Until then cancelling the job undoes what it stands for, as if it had not been asked for; null for most. */
  undo_until: timestamp.nullable(),
});

/**
 * What a fetch came to for one feed. `pending`: not yet, or never where the job is over; `skipped`: somebody else was
 * fetching it.
 */
export const fetchRow = z.object({
  feed_id: feedId,
  outcome: z.enum(['pending', 'updated', 'unchanged', 'skipped', 'failed']),
  /** Items in the document; null where none came: 304, the same bytes, or a failure. */
  total: z.int().min(0).nullable(),
  new_articles: z.int().min(0),
  /** Items that were known and have not changed; null where there was no document. */
  unchanged: z.int().min(0).nullable(),
  /** New items that brought no article: those beyond the newest 50 of one fetch, and the unprocessable ones. */
  left_out: z.int().min(0).default(0),
  /** Items that could not be read or stored. */
  unprocessable: z.int().min(0).default(0),
  error_code: feedErrorCode.nullable(),
  /** Why it failed, was passed over or left items out, in English. */
  why: z.string().nullable(),
});

export const fetchRequest = z.strictObject({
  /** Only this feed. */
  feed_id: feedId.optional(),
});

/** Asks for a page of the jobs. */
export const jobQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional(),
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

export type FetchRow = z.infer<typeof fetchRow>;
export type ImportRow = z.infer<typeof importRow>;
export type ImportProblem = z.infer<typeof importProblem>;
export type Job = z.infer<typeof job>;
export type JobKind = z.infer<typeof jobKind>;
export type JobState = z.infer<typeof jobState>;
