import type { Consumed } from './cost.ts';

/**
 * The totals of a cleanup so far. If a slice was interrupted and repeated, what its first attempt removed is not
 * counted.
 */
export type CleanupFigures = Consumed & {
  /** Number of entries that expired unread. Their reasons were deleted with them. */
  deleted_articles: number;
  /** Number of expired entries that were read. Their reasons were deleted too; a tombstone stays for 30 days. */
  deleted_read_articles: number;
  /** Number of expired articles, shared by all readers, that were deleted with their vectors. */
  deleted_shared_articles: number;
  /** Number of deleted copies of articles that are no longer saved. */
  deleted_copies: number;
  /** Number of deleted contents that were stored outside the table. */
  deleted_blobs: number;
  /** Number of entries whose expiry was renewed after a changed retention. */
  changed_expiries: number;
  /** Number of feeds whose stored unread count was wrong. */
  drifted_counts: number;
};

export const noFigures: CleanupFigures = {
  deleted_articles: 0,
  deleted_read_articles: 0,
  deleted_shared_articles: 0,
  deleted_copies: 0,
  deleted_blobs: 0,
  changed_expiries: 0,
  drifted_counts: 0,
  read_units: 0,
  write_units: 0,
};

export const plus = (figures: CleanupFigures, more: Partial<CleanupFigures>): CleanupFigures => ({
  deleted_articles: figures.deleted_articles + (more.deleted_articles ?? 0),
  deleted_read_articles: figures.deleted_read_articles + (more.deleted_read_articles ?? 0),
  deleted_shared_articles: figures.deleted_shared_articles + (more.deleted_shared_articles ?? 0),
  deleted_copies: figures.deleted_copies + (more.deleted_copies ?? 0),
  deleted_blobs: figures.deleted_blobs + (more.deleted_blobs ?? 0),
  changed_expiries: figures.changed_expiries + (more.changed_expiries ?? 0),
  drifted_counts: figures.drifted_counts + (more.drifted_counts ?? 0),
  read_units: figures.read_units + (more.read_units ?? 0),
  write_units: figures.write_units + (more.write_units ?? 0),
});
