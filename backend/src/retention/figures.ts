import type { Consumed } from './cost.ts';

/** What a cleanup has come to so far. Of a slice that was cut off and done again, what was removed before does not count. */
export type CleanupFigures = Consumed & {
  /** Entries that reached their age unread; their reasons went with them. */
  deleted_articles: number;
  /** Entries that were read; their reasons went too, a tombstone stays for 30 days. */
  deleted_read_articles: number;
  /** Articles of all readers whose time was up, with their vectors. */
  deleted_shared_articles: number;
  /** Copies of saved articles that were let go. */
  deleted_copies: number;
  /** Contents that lay outside of the table. */
  deleted_blobs: number;
  /** Entries that a changed retention gave another expiry. */
  changed_expiries: number;
  /** Feeds whose stored unread count was wrong. */
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
