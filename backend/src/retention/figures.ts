import { z } from 'zod';
import { addFigures } from '../lib/add-figures.ts';

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

const names = cleanupFigures.keyof().options;

export const noFigures: CleanupFigures = cleanupFigures.parse({});

/** Returns the sums of two sets of figures. */
export const plus = (figures: CleanupFigures, more: Partial<CleanupFigures>): CleanupFigures =>
  addFigures(figures, more, names);
