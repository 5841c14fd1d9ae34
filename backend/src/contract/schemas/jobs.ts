import { z } from 'zod';
import { feedId, jobId, timestamp } from './common.ts';
import { feedErrorCode } from './feeds.ts';

export const jobKind = z.enum([
  'fetch-feeds',
  'cleanup',
  'recalculate',
  'apply-rules',
  'mark-read',
  'import',
  'crawl',
  'older-articles',
  'past-articles',
  'unsubscribe',
  'leave',
]);
/** False for a kind of jobs that must run to their end, because half of one is of no use. */
export const isCancellable: Readonly<Record<JobKind, boolean>> = {
  'fetch-feeds': true,
  cleanup: true,
  recalculate: true,
  'apply-rules': true,
  'mark-read': true,
  import: true,
  crawl: true,
  'older-articles': false,
  'past-articles': true,
  unsubscribe: false,
  leave: false,
};

export const jobState = z.enum(['queued', 'running', 'done', 'failed', 'cancelled']);

export const job = z.object({
  job_id: jobId,
  kind: jobKind,
  state: jobState,
  /** Number of finished units of work: feeds, entries or articles, depending on the kind. */
  done: z.int().min(0),
  /** Number of units of work in all; null until it is known. */
  total: z.int().min(0).nullable(),
  /**
   * Figures by name, as soon as there are any. A fetch has `feeds`, `updated_feeds`, `unchanged_feeds`,
   * `failed_feeds`, `stopped_feeds`, `new_articles` and `left_out`. An import has `imported` (including
   * `unreachable`), `duplicates` and `failed`; of a file with articles also how many `articles` it took in so far, which of these are
   * `starred`, `tagged` and `read` now, which were read elsewhere but are `not_here`, and which have `no_address`. Applying rules has `matched_articles`,
   * `changed_entries` (of those) and `changed_by_others` (other articles, by the factors and tags of rules that were not
   * asked for). A crawl has `pages` (completed), `errors`, `found`, `requests` and `bytes`. Bringing older articles has `brought_articles` and `skipped_feeds`, bringing a feed's
   * past `brought_articles`, `documents` and why it `ended` (`all`, `limit`, `robots`, `unreachable`, `unreadable`, `left`), an
   * unsubscription the feed's `title` and `removed_articles`. If a fetch or import is requested by its id, it also has the current
   * `rows`, each a FetchRow or ImportRow. A failed job has a `reason`.
   */
  result: z.record(z.string(), z.unknown()).nullable(),
  created_at: timestamp,
  /** The feed that a fetch is limited to, that is left, or whose past is brought; otherwise null. */
  feed_id: feedId.nullable(),
  /** The time until which cancelling the job undoes the action behind it; null for most jobs. */
  undo_until: timestamp.nullable(),
});

/**
 * The outcome of a fetch for one feed. `pending`: not fetched yet, or never if the job is over. `skipped`: the feed was
 * already being fetched for someone else. `stopped`: the feed is not asked until a reader resumes it.
 */
export const fetchRow = z.object({
  feed_id: feedId,
  outcome: z.enum(['pending', 'updated', 'unchanged', 'skipped', 'stopped', 'failed']),
  /** Number of items in the document; null if there was none: 304, the same bytes, or a failure. */
  total: z.int().min(0).nullable(),
  new_articles: z.int().min(0),
  /** Number of known items that have not changed; null if there was no document. */
  unchanged: z.int().min(0).nullable(),
  /**
   * Number of new items that brought no article: those beyond the newest 50 of one fetch, and the unprocessable ones.
   */
  left_out: z.int().min(0).default(0),
  /** Number of items that could not be read or stored. */
  unprocessable: z.int().min(0).default(0),
  error_code: feedErrorCode.nullable(),
  /** The reason, in English, why the feed failed, was skipped or left items out. */
  why: z.string().nullable(),
});

export const fetchRequest = z.strictObject({
  /** Limits the fetch to this feed. */
  feed_id: feedId.optional(),
});

/** The query for a page of jobs. */
export const jobQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional(),
});

/** The reason why a row of an import did not become a subscription, or why its feed has not been read yet. */
const importProblem = z.enum([
  'no_address',
  'invalid_address',
  'already_subscribed',
  'repeated',
  'subscription_limit',
  ...feedErrorCode.options,
]);

/**
 * One row of an imported document. `pending`: subscribed, or about to be, but not fetched yet. `imported_unreachable`:
 * subscribed, but the first fetch failed; it is retried as for any feed.
 */
export const importRow = z.object({
  url: z.string(),
  title: z.string().nullable(),
  folder: z.string().nullable(),
  /** Days for which its articles stay, where the document says so (`omomi:keepDays`). */
  keep_days: z.int().optional(),
  /** Null if the address cannot belong to a feed, or the row was rejected. */
  feed_id: feedId.nullable(),
  outcome: z.enum(['pending', 'imported', 'imported_unreachable', 'duplicate', 'failed']),
  problem: importProblem.nullable(),
  /** The problem as one English sentence. */
  why: z.string().nullable(),
});

export type FetchRow = z.infer<typeof fetchRow>;
export type ImportRow = z.infer<typeof importRow>;
export type ImportProblem = z.infer<typeof importProblem>;
export type Job = z.infer<typeof job>;
export type JobKind = z.infer<typeof jobKind>;
export type JobState = z.infer<typeof jobState>;
