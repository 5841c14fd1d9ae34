import type { ProfileStore } from '../model/reader/profile.ts';
import type { EntryStore, SavedStore } from '../model/article/entry.ts';
import { noMeter, type Meter } from './cost.ts';
import { retentionFor, type Retention } from '../model/reader/retention.ts';
import { noFigures, plus, type CleanupFigures } from './figures.ts';
import { createRecount, type RecountDeps } from './recount.ts';
import { createRemoveExpired, type RemoveDeps } from './remove-expired.ts';
import { createRenewExpiries, type RenewDeps } from './renew-expiries.ts';

/** Number of saved copies that a slice reads, about 3 KB each. */
const COPIES = 500;
/** The wait in seconds before suspect counts are checked again. Even a slow writer has counted its writes by then. */
const DOUBT_SECONDS = 60;

export type CleanupDeps = Omit<RenewDeps & RemoveDeps & RecountDeps, 'entries'> & {
  entries: Pick<
    EntryStore,
    'scan' | 'change' | 'listExpired' | 'replaceWithTombstone' | 'delete' | 'countUnread'
  >;
  saved: Pick<SavedStore, 'sweep'>;
  profiles: Pick<ProfileStore, 'get' | 'setRetentionApplied'>;
  /** Removes leftovers of marks that were undone by a call that was interrupted. They would make counts wrong. */
  tidyMarks: (userId: string) => Promise<void>;
  meter?: Meter | undefined;
};

/** The phases of a cleanup, in their order. */
export const cleanupPhases = ['expiries', 'entries', 'copies', 'counts', 'suspects'] as const;

export type CleanupCursor = {
  phase: (typeof cleanupPhases)[number];
  /** The time when the run began. Entries that have expired by then are removed. */
  at: string;
  /** The position that the phase has reached; null at its start. */
  after: string | null;
  /** The retention that the entries' expiries follow. */
  retention: Retention;
  /**
   * True if the retention changed since the entries last followed it, so that older counts rely on the old expiries.
   */
  is_changed: boolean;
  /** The ids of the feeds whose count is to be checked once more. */
  suspect: string[];
  figures: CleanupFigures;
};

type CleanedSlice = {
  is_done: boolean;
  reached: CleanupCursor;
  /** The time in seconds to wait before the next slice. */
  delay_seconds?: number;
};

export type CleanupSlice = (userId: string, cursor: CleanupCursor | null) => Promise<CleanedSlice>;

const isSame = (a: Retention, b: Retention): boolean =>
  a.articleDays === b.articleDays && a.readHours === b.readHours;

/** Checks whether wrong counts are expected, because the run gave the counted entries another expiry. */
const areExpected = ({ is_changed, figures }: CleanupCursor): boolean =>
  is_changed || figures.changed_expiries > 0;

/** Checks whether every entry of the reader is known to have the expiry that the reader's retention gives it. */
export const isRetentionApplied = (
  profile: Awaited<ReturnType<ProfileStore['get']>>,
  deployment: Retention,
): boolean => {
  const applied = profile?.retention_applied ?? null;
  return (
    applied !== null &&
    isSame(retentionFor(profile, deployment), {
      articleDays: applied.article_days,
      readHours: applied.read_hours,
    })
  );
};

/**
 * Creates the function that cleans up one slice of a reader's data. The slices renew expiries after a changed
 * retention, remove what has expired, delete saved copies that were released, and count every feed's unread entries
 * again. An interrupted slice can be repeated.
 */
export const createCleanupSlice = (deps: CleanupDeps): CleanupSlice => {
  const { profiles, saved, now, retention: deployment, meter = noMeter } = deps;
  const renewExpiries = createRenewExpiries(deps);
  const removeExpired = createRemoveExpired(deps);
  const recount = createRecount(deps);

  const begin = async (userId: string, cursor: CleanupCursor | null): Promise<CleanupCursor> => {
    const profile = await profiles.get(userId);
    const retention = retentionFor(profile, deployment);
    if (cursor !== null && isSame(cursor.retention, retention)) return cursor;
    const isChanged = cursor !== null || (profile?.retention_applied ?? null) !== null;
    const isApplied = cursor === null && isRetentionApplied(profile, deployment);
    return {
      phase: isApplied ? 'entries' : 'expiries',
      at: now().toISOString(),
      after: null,
      retention,
      is_changed: isChanged && !isApplied,
      suspect: [],
      figures: cursor?.figures ?? noFigures,
    };
  };

  const through = (
    cursor: CleanupCursor,
    { next, figures = {} }: { next: string | null; figures?: Partial<CleanupFigures> },
    following: CleanupCursor['phase'],
  ): CleanupCursor => ({
    ...cursor,
    phase: next === null ? following : cursor.phase,
    after: next,
    figures: plus(cursor.figures, figures),
  });

  const goOn = async (userId: string, cursor: CleanupCursor): Promise<CleanedSlice> => {
    const { phase, at, after, retention, suspect } = cursor;
    switch (phase) {
      case 'expiries': {
        const reached = through(cursor, await renewExpiries(userId, retention, after), 'entries');
        if (reached.phase === 'entries') await profiles.setRetentionApplied(userId, retention);
        return { is_done: false, reached };
      }
      case 'entries':
        return { is_done: false, reached: through(cursor, await removeExpired(userId, at, after), 'copies') };
      case 'copies': {
        const { deleted, next } = await saved.sweep(userId, now(), after, COPIES);
        const figures = { deleted_copies: deleted, deleted_blobs: deleted };
        return { is_done: false, reached: through(cursor, { next, figures }, 'counts') };
      }
      case 'counts': {
        if (after === null) await deps.tidyMarks(userId);
        const { next, suspect: more } = await recount.checkCounts(userId, after);
        const all = [...new Set([...suspect, ...more])];
        const reached = { ...through(cursor, { next }, 'suspects'), suspect: all };
        if (next !== null) return { is_done: false, reached };
        return all.length === 0
          ? { is_done: true, reached }
          : { is_done: false, reached, ...(areExpected(cursor) ? {} : { delay_seconds: DOUBT_SECONDS }) };
      }
      case 'suspects': {
        const drifted_counts = await recount.correctCounts(userId, suspect, areExpected(cursor));
        return { is_done: true, reached: { ...cursor, figures: plus(cursor.figures, { drifted_counts }) } };
      }
    }
  };

  /**
   * Runs phases one after the other until one of them needs another slice. For most readers one slice covers all
   * phases.
   */
  const throughPhases = async (userId: string, cursor: CleanupCursor): Promise<CleanedSlice> => {
    let slice = await goOn(userId, cursor);
    while (!slice.is_done && slice.reached.after === null && slice.delay_seconds === undefined)
      slice = await goOn(userId, slice.reached);
    return slice;
  };

  return async (userId, cursor) => {
    const { result, consumed } = await meter.measure(async () =>
      throughPhases(userId, await begin(userId, cursor)),
    );
    const { reached } = result;
    return { ...result, reached: { ...reached, figures: plus(reached.figures, consumed) } };
  };
};
