import { z } from 'zod';

const count = z.number().min(0).default(0);

/**
 * The totals of a cleanup so far. If a slice was interrupted and repeated, what its first attempt removed is not
 * counted.
 */
export const cleanupFigures = z.object({
  /** Number of entries that expired unread. Their reasons were deleted with them. */
  deleted_articles: count,
  /** Number of expired entries that were read. Their reasons were deleted too; a tombstone stays for 30 days. */
  deleted_read_articles: count,
  /** Number of expired articles, shared by all readers, that were deleted with their vectors. */
  deleted_shared_articles: count,
  /** Number of deleted copies of articles that are no longer saved. */
  deleted_copies: count,
  /** Number of deleted contents that were stored outside the table. */
  deleted_blobs: count,
  /** Number of entries whose expiry was renewed after a changed retention. */
  changed_expiries: count,
  /** Number of feeds whose stored unread count was wrong. */
  drifted_counts: count,
  /** The capacity units that the cleanup consumed. */
  read_units: count,
  write_units: count,
});

export type CleanupFigures = z.infer<typeof cleanupFigures>;

export const noFigures: CleanupFigures = cleanupFigures.parse({});

/** The capacity units of the table, as DynamoDB bills them. */
export type Consumed = { read_units: number; write_units: number };

export type Meter = {
  /** Runs a piece of work and returns its result and what it consumed. */
  measure: <T>(run: () => Promise<T>) => Promise<{ result: T; consumed: Consumed }>;
};

/** The on-demand price of one unit in USD in us-east-1, which docs/cost.md uses too. */
const WRITE_UNIT_USD = 0.625e-6;
const READ_UNIT_USD = 0.125e-6;

/** Returns the price in USD, rounded to a millionth. */
export const priceOf = ({ read_units, write_units }: Consumed): number =>
  Math.round((read_units * READ_UNIT_USD + write_units * WRITE_UNIT_USD) * 1e6) / 1e6;

/** A meter that always reports zero, for work whose units nobody counts. */
export const noMeter: Meter = {
  measure: async (run) => ({ result: await run(), consumed: { read_units: 0, write_units: 0 } }),
};
