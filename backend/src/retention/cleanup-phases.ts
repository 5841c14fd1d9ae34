import type { SavedStore } from '../model/article/entry.ts';
import type { ProfileStore } from '../model/reader/profile.ts';
import type { Clock } from '../lib/clock.ts';
import type { CleanedSlice, CleanupCursor, CleanupPhase } from './cleanup-cursor.ts';
import { plus, type CleanupFigures } from './figures.ts';
import type { createRecount } from './recount.ts';
import type { createRemoveExpired } from './remove-expired.ts';
import type { createRenewExpiries } from './renew-expiries.ts';

/** Number of saved copies that a slice reads, about 3 KB each. */
const COPIES = 500;
/** The wait in seconds before suspect counts are checked again. Even a slow writer has counted its writes by then. */
const DOUBT_SECONDS = 60;

type CleanupPhaseDeps = {
  renewExpiries: ReturnType<typeof createRenewExpiries>;
  removeExpired: ReturnType<typeof createRemoveExpired>;
  recount: ReturnType<typeof createRecount>;
  saved: Pick<SavedStore, 'sweep'>;
  profiles: Pick<ProfileStore, 'setRetentionApplied'>;
  /** Deletes what is left over of the reader's search segment. */
  tidySegment: (userId: string) => Promise<void>;
  /** Removes leftovers of marks that were undone by a call that was interrupted. They would make counts wrong. */
  tidyMarks: (userId: string) => Promise<void>;
  now: Clock;
};

/** Does a slice of one phase, and returns where the next slice begins: in this phase or in the following one. */
type RunPhase = (userId: string, cursor: CleanupCursor) => Promise<CleanedSlice>;

export type CleanupPhases = Readonly<Record<CleanupPhase, RunPhase>>;

/** Returns the cursor after a slice of a phase, whose `next` is null at its end. */
const through = (
  cursor: CleanupCursor,
  { next, figures = {} }: { next: string | null; figures?: Partial<CleanupFigures> },
  following: CleanupPhase,
): CleanupCursor => ({
  ...cursor,
  phase: next === null ? following : cursor.phase,
  after: next,
  figures: plus(cursor.figures, figures),
});

/** Checks whether wrong counts are expected, because the run gave the counted entries another expiry. */
const areExpected = ({ is_changed, figures }: CleanupCursor): boolean =>
  is_changed || figures.changed_expiries > 0;

/** Creates the phases of a cleanup, in their order. Any slice of them can be interrupted and repeated. */
export const createCleanupPhases = (deps: CleanupPhaseDeps): CleanupPhases => ({
  /** Renews expiries after a changed retention. */
  expiries: async (userId, cursor) => {
    const { retention, after } = cursor;
    const reached = through(cursor, await deps.renewExpiries(userId, retention, after), 'entries');
    if (reached.phase === 'entries') await deps.profiles.setRetentionApplied(userId, retention);
    return { is_done: false, reached };
  },
  /** Removes expired entries. */
  entries: async (userId, cursor) => {
    const removed = await deps.removeExpired(userId, cursor.at, cursor.after);
    return { is_done: false, reached: through(cursor, removed, 'copies') };
  },
  /** Deletes saved copies that were released, and what is left over of the search segment. */
  copies: async (userId, cursor) => {
    if (cursor.after === null) await deps.tidySegment(userId);
    const { deleted, next } = await deps.saved.sweep(userId, deps.now(), cursor.after, COPIES);
    const figures = { deleted_copies: deleted, deleted_blobs: deleted };
    return { is_done: false, reached: through(cursor, { next, figures }, 'counts') };
  },
  /** Compares the unread count of each feed with what it should be, and notes those that differ. */
  counts: async (userId, cursor) => {
    if (cursor.after === null) await deps.tidyMarks(userId);
    const { next, suspect: more } = await deps.recount.checkCounts(userId, cursor.after);
    const suspect = [...new Set([...cursor.suspect, ...more])];
    const reached = { ...through(cursor, { next }, 'suspects'), suspect };
    if (next !== null) return { is_done: false, reached };
    if (suspect.length === 0) return { is_done: true, reached };
    return { is_done: false, reached, ...(areExpected(cursor) ? {} : { delay_seconds: DOUBT_SECONDS }) };
  },
  /** Looks at the noted counts once more, and corrects them. */
  suspects: async (userId, cursor) => {
    const drifted_counts = await deps.recount.correctCounts(userId, cursor.suspect, areExpected(cursor));
    return { is_done: true, reached: { ...cursor, figures: plus(cursor.figures, { drifted_counts }) } };
  },
});
