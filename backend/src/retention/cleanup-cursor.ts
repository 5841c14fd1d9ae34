import { z } from 'zod';
import { retentionChoice } from '../contract/index.ts';
import { cleanupFigures } from './figures.ts';

const phases = ['expiries', 'entries', 'copies', 'counts', 'suspects'] as const;

/** A phase of a cleanup. They run in this order: expiries, entries, copies, counts, suspects. */
export type CleanupPhase = (typeof phases)[number];

/** The position that a cleanup has reached. */
export const cleanupCursor = z.object({
  phase: z.enum(phases),
  /** The time when the run began. Entries that have expired by then are removed. */
  at: z.string(),
  /** The position that the phase has reached; null at its start. */
  after: z.string().nullable(),
  /** The retention that the entries' expiries follow. */
  retention: retentionChoice,
  /**
   * True if the retention changed since the entries last followed it, so that older counts rely on the old expiries.
   */
  is_changed: z.boolean(),
  /** The ids of the feeds whose count is to be checked once more. */
  suspect: z.array(z.string()),
  figures: cleanupFigures,
});

export type CleanupCursor = z.infer<typeof cleanupCursor>;

export type CleanedSlice = {
  is_done: boolean;
  reached: CleanupCursor;
  /** The time in seconds to wait before the next slice. */
  delay_seconds?: number;
};
